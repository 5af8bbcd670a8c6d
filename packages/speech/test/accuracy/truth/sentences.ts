/**
 * Sentences for measuring the accuracy of alignments. Those with even numbers are for tuning, and those with odd numbers are for testing.
 */
export const ENGLISH: readonly string[] = [
  'Please put the paper cups back on the big table before Peter comes home.',
  'My mother makes marmalade from bitter oranges every winter.',
  'The train to Birmingham leaves at noon from platform number five.',
  'Nobody believed the sleepy child who had seen a purple bear.',
  'Fresh bread smells best when the baker opens the door at dawn.',
  'Our museum keeps a map of every bridge that crosses the river.',
  'She sold seven yellow boats and bought a much better one.',
  'When the rain stopped, we climbed the hill and looked at the bay.',
  'A bumble bee hummed above the pink blossoms of the apple tree.',
  'Did you remember to mail the package, or is it still in your bag?',
  'The problem with this pump is that it becomes too warm in summer.',
  'Five thick books about maps and ships fell off the shelf.',
  'Robert plays the trumpet, and his brother beats the drum.',
  'The old man mumbled something about a lamp and a broken window.',
  'Take the first left, go past the bank, and park behind the pool.',
  'Every member of the team must wear a badge with a name on it.',
  'The puppy jumped into the puddle and splashed my best pants.',
  'Maybe we could meet at the library tomorrow morning.',
  'He measured the room twice, but the piano would not fit.',
  'Cheap umbrellas never survive a storm by the sea.',
  'The judge asked the witness to describe the blue automobile.',
  'Good people help each other, even when nobody is watching.',
  'Imagine a small boat that moves without a sail, a motor or an oar.',
  'Both pilots kept calm while the plane passed through the cloud bank.',
];

/** The same, but in Italian. */
export const ITALIAN: readonly string[] = [
  'Il bambino mangia una mela rossa sotto il grande albero.',
  'Domani mattina prendo il primo treno per Palermo.',
  'La mia amica abita vicino al porto e lavora in banca.',
  'Dopo la pioggia il campo profuma di erba e di pane.',
  'Mio padre compra sempre il giornale prima di andare al bar.',
  'Un piccolo gatto bianco dorme sopra la coperta blu.',
  'Il ponte vecchio attraversa il fiume da molti secoli.',
  'Questa sera mangiamo la pasta con i pomodori e il basilico.',
];

/** The same, but in Russian. */
export const RUSSIAN: readonly string[] = [
  'Маленький мальчик купил белый хлеб в большом магазине.',
  'Моя мама поёт песню под большой липой у пруда.',
  'Поезд приходит на первый путь в половине пятого утра.',
  'Бабушка поставила пирог на стол и позвала мою сестру.',
  'После дождя по полю бежали две белые собаки.',
  'В субботу мы поедем к морю, а потом домой.',
  'Старый мельник построил мост через быструю реку.',
  'Никто не помнил, кто первым поднялся на эту башню.',
];
