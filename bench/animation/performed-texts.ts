/** Twelve English texts of different kinds: news, dialogue, lists, questions, instructions, and stories. */
export const ENGLISH_TEXTS: readonly string[] = [
  'Good morning. Here is the news. The bridge over the river will be closed from Monday, and buses will take another way. Work should be finished by the middle of November.',
  'Do you want to come with us? We could meet at five, have something to eat, and be home before the rain begins. What do you think?',
  'You will need four apples, two cups of flour, butter, a pinch of salt, and patience. Peel the apples first. Then mix the flour with the butter, and let it rest.',
  'I never said that! I said that it might work, not that it would. Please listen to me before you make up your mind.',
  'Once upon a time there was a fisherman who lived by the sea with his wife. Every morning he rowed out, and every evening he came back with an empty boat.',
  'To reset your password, open the settings, choose your profile, and press the button at the bottom of the page. You will get a message within a few minutes.',
  'She walked slowly through the empty house. <break time="1500ms"/> Nothing had changed. The piano was still there, covered with dust. <break time="2s"/> She played one note, and it was wrong.',
  'First, we measure. Second, we build. Third, we measure again. If the numbers do not agree, we begin from the front, and nobody complains.',
  'What a beautiful view! You can see the whole valley, the villages, and even the mountains behind them. I wish we had brought a camera.',
  'Thank you for calling. All of our people are busy at the moment. Your call is important to us, so please stay on the line, and somebody will be with you soon.',
  'We know that water boils at a lower temperature on a mountain. Why is that? Because the pressure of the air above it is smaller, so that bubbles form more easily.',
  'Five foxes fought for food by the fence. Mum made them move, and Bob brought a bowl of warm milk. Who would have believed it?',
];

/** Twelve long prompts from asterisk-core-sounds-en. */
export const RECORDINGS: readonly string[] = [
  'basic-pbx-ivr-main',
  'demo-abouttotry',
  'demo-congrats',
  'demo-echotest',
  'demo-moreinfo',
  'demo-nogo',
  'dir-intro-fn',
  'priv-callee-options',
  'queue-periodic-announce',
  'screen-callee-options',
  'tt-allbusy',
  'vm-intro',
];
