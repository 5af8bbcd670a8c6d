import type { Language } from '@talking-avatar/contract';

/** Texts in four languages with different rhythms and phones. They contain many labial sounds: p, b, m, f, v, and rounded vowels. */
export const LONG_TEXTS = {
  'en-US':
    'Good morning, and welcome to the museum. My name is Bob, and I will be your guide for the next five minutes. ' +
    'Please keep your bags in front of you, and mind the steps. Would you like to begin with the maps, or with the ships? ' +
    'This one was built for a famous river pilot. Every plank above the water came from the woods behind his farm. ' +
    'People believed it could never sink! Maybe you have heard what happened in November. ' +
    'The fog was thick, the moon was very faint, and nobody saw the bridge. A fisherman and his wife found the wheel and ' +
    'both of the pumps. We have put them over there, between the two blue lamps. Now, if there are no more questions, ' +
    'shall we move up to the roof?',
  'es-ES':
    'Buenos días y bienvenidos al museo. Me llamo Pablo y voy a acompañarles durante los próximos minutos. ' +
    'Por favor, no toquen los muebles ni las lámparas. ¿Prefieren empezar por los mapas o por los barcos? ' +
    'Este lo construyó una familia muy famosa que vivía junto al puerto. La madera vino de un bosque viejo, detrás de la ' +
    'montaña. ¡Nadie pensaba que pudiera hundirse! Tal vez ya saben lo que pasó en noviembre. Había niebla, la luna apenas ' +
    'brillaba y ninguno vio el puente. Un pescador y su mujer encontraron el timón y dos bombas de agua. ' +
    'Ahora, si no hay más preguntas, ¿subimos juntos al tejado?',
  'de-DE':
    'Guten Morgen und willkommen im Museum. Mein Name ist Bernd, und ich begleite Sie durch die nächsten fünf Minuten. ' +
    'Bitte behalten Sie Ihre Taschen bei sich und passen Sie auf die Stufen auf. Möchten Sie mit den Karten beginnen oder ' +
    'mit den Schiffen? Dieses hier wurde für einen berühmten Lotsen gebaut. Das Holz über dem Wasser kam aus dem Wald hinter ' +
    'seinem Hof. Alle glaubten, es könne niemals sinken! Vielleicht wissen Sie, was im November passierte. ' +
    'Der Nebel war dicht, der Mond schien schwach, und niemand bemerkte die Brücke. Ein Fischer und seine Frau fanden das ' +
    'Steuerrad und beide Pumpen. Wenn Sie keine Fragen mehr haben, gehen wir nun hinauf auf das Dach?',
  'fr-FR':
    'Bonjour et bienvenue au musée. Je m’appelle Paul, et je vais vous accompagner pendant les prochaines minutes. ' +
    'Ne touchez pas aux meubles, s’il vous plaît, et faites attention aux marches. Voulez-vous commencer par les cartes ou ' +
    'par les bateaux? Celui-ci fut fabriqué pour un pilote fameux du fleuve. Le bois venait de la forêt, derrière sa ferme. ' +
    'Personne ne pensait qu’il pouvait couler! Vous savez peut-être ce qui est arrivé en novembre. ' +
    'Le brouillard était épais, la lune brillait à peine, et aucun homme ne vit le pont. Un pêcheur et sa femme ont trouvé ' +
    'la roue et deux pompes. Maintenant, si vous n’avez plus de questions, montons ensemble sur le toit!',
} satisfies Partial<Record<Language, string>>;

/** Texts in the other languages, each long enough to measure lip sync, with statements, a question, an exclamation, and labial sounds. */
export const SHORT_TEXTS: Readonly<Record<Exclude<Language, keyof typeof LONG_TEXTS>, string>> = {
  'en-GB':
    'Good morning. My brother bought the farm above the river, and he moved in last Monday. Have you ever been there? ' +
    'The barn is full of apples, and the path by the water is beautiful in autumn. What a wonderful place it is! ' +
    'We have made plenty of plum jam, and we will bring you some before the week is over.',
  'es-US':
    'Buenas tardes. Mi hermano compró una finca cerca del río y se mudó el lunes pasado. ¿Ustedes ya la conocen? ' +
    'El campo está lleno de manzanas y el camino junto al agua es muy bonito en otoño. ¡Qué lugar tan hermoso! ' +
    'Preparamos mucha mermelada y les vamos a llevar un poco antes del fin de semana.',
  'zh-CN':
    '早上好,欢迎来到我们的博物馆。我的朋友明天从北京飞到上海,他想买一本关于地图的书。你们喜欢看老照片吗?' +
    '这座木桥是一百年前的农民修的,旁边有一片很大的苹果园。风景真美!请大家慢慢走,不要摸桌子上的花瓶。',
  'it-IT':
    'Buongiorno. Mio fratello ha comprato una fattoria vicino al fiume e si è trasferito lunedì. Ci siete mai stati? ' +
    'Il campo è pieno di mele, e il sentiero lungo il fiume è bellissimo in autunno. Che posto meraviglioso! ' +
    'Abbiamo preparato molta marmellata di prugne e ve ne porteremo un poco prima di venerdì.',
  'pt-PT':
    'Bom dia. O meu irmão comprou uma quinta perto do rio e mudou-se na semana passada. Já lá foram alguma vez? ' +
    'O campo está cheio de maçãs, e o caminho junto à água é muito bonito no outono. Que lugar maravilhoso! ' +
    'Fizemos muita compota de ameixa e vamos levar um pouco antes de sexta-feira.',
  'pr-BR':
    'Bom dia. Meu irmão comprou uma fazenda perto do rio e se mudou na semana passada. Vocês já foram lá alguma vez? ' +
    'O campo está cheio de maçãs, e o caminho ao lado da água é muito bonito no outono. Que lugar maravilhoso! ' +
    'Fizemos muita geleia de ameixa e vamos levar um pouco antes de sexta-feira.',
  ar:
    'صباح الخير. اشترى أخي مزرعة بجانب النهر وانتقل إليها يوم الاثنين. هل زرتم هذا المكان من قبل؟ ' +
    'الحديقة مليئة بالتفاح، والطريق بجانب الماء جميل جدا في الخريف. ما أجمل هذا المكان! ' +
    'لقد صنعنا الكثير من المربى وسوف نحضر لكم بعضا منه قبل نهاية الأسبوع.',
  'ja-JP':
    'おはようございます。わたしのあには かわの ちかくに ちいさな のうじょうを かいました。みなさんは いったことが ありますか? ' +
    'はたけには りんごが たくさん あって、みずべの みちは あきに とても きれいです。なんて すばらしい ばしょでしょう! ' +
    'うめの ジャムを たくさん つくったので、きんようびまでに すこし もって いきます。',
  'ru-RU':
    'Доброе утро. Мой брат купил ферму у реки и переехал туда в понедельник. Вы там уже бывали? ' +
    'В саду полно яблок, а тропинка вдоль воды очень красива осенью. Какое чудесное место! ' +
    'Мы сварили много варенья из сливы и привезём вам немного до пятницы.',
  'hi-IN':
    'नमस्ते। मेरे भाई ने नदी के पास एक खेत खरीदा और वह सोमवार को वहाँ चला गया। क्या आप कभी वहाँ गए हैं? ' +
    'बाग में बहुत से सेब हैं, और पानी के किनारे का रास्ता पतझड़ में बहुत सुंदर लगता है। कितनी प्यारी जगह है! ' +
    'हमने आम का मुरब्बा बनाया है और शुक्रवार से पहले आपके लिए थोड़ा लाएँगे।',
  'vi-VI':
    'Xin chào các bạn. Anh trai tôi mua một nông trại gần bờ sông và chuyển đến đó vào thứ hai. Các bạn đã đến đó chưa? ' +
    'Khu vườn đầy táo, và con đường bên bờ nước rất đẹp vào mùa thu. Thật là một nơi tuyệt vời! ' +
    'Chúng tôi làm nhiều mứt mận và sẽ mang cho các bạn một ít trước thứ sáu.',
  'ko-KO':
    '안녕하세요. 우리 형은 강 옆에 있는 농장을 샀고 월요일에 이사했습니다. 여러분은 거기에 가 본 적이 있습니까? ' +
    '밭에는 사과가 많이 있고, 물가의 길은 가을에 아주 아름답습니다. 정말 멋진 곳이에요! ' +
    '매실 잼을 많이 만들었으니 금요일 전에 조금 가져다 드리겠습니다.',
};
