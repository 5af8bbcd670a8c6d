import type { Language } from '@talking-avatar/contract';

const ENGLISH = 'The young fox jumps over their lazy dog. We should choose a warm coat before the voyage, for it is cold up there.';
const SPANISH = 'El viejo zorro cruzó la calle y huyó con un queso. Mañana lloverá, dijo el niño, pero hoy brilla el sol sobre el jardín.';
const PORTUGUESE =
  'O velho cão não viu a raposa que fugiu com o queijo. Amanhã vai chover, disse o menino, mas hoje o sol brilha no jardim.';

/** A typical sample of each language: about eight seconds of speech that covers most of its phones. */
export const BACKGROUND_TEXTS: Readonly<Record<Language, string>> = {
  'en-US': ENGLISH,
  'en-GB': ENGLISH,
  'es-ES': SPANISH,
  'es-US': SPANISH,
  'zh-CN': '小狐狸跳过了那只懒狗。老师说，下雨以前我们应该去买一把伞，然后坐车回家吃饭，请你给弟弟打个电话。',
  'de-DE':
    'Der junge Fuchs springt über den faulen Hund. Morgen wird es kühl, sagte der Schäfer, deshalb möchten wir heute noch frisches Heu holen.',
  'it-IT':
    'La giovane volpe salta sopra il cane che dorme. Domani pioverà, disse il ragazzo, ma oggi gli uccelli cantano nel giardino della zia.',
  'fr-FR':
    'Le jeune renard saute par-dessus un chien paresseux. Demain il pleuvra, dit le garçon, mais aujourd’hui les oiseaux chantent dans la vigne.',
  'pt-PT': PORTUGUESE,
  'pr-BR': PORTUGUESE,
  ar: 'قفز الثعلب الصغير فوق الكلب النائم. سوف ينزل المطر غدا كما قال الولد، لكن الشمس تشرق اليوم على حديقة جدي.',
  'ja-JP': '若い狐が眠っている犬を飛び越えた。明日は雨だと先生が言ったので、僕らは今日のうちに町へ出て、傘と靴を買うことにした。',
  'ru-RU':
    'Юная лисица прыгает через ленивую собаку. Завтра будет дождь, сказал мальчик, но сегодня над нашим садом ещё светит жаркое солнце.',
  'hi-IN': 'छोटी लोमड़ी सोते हुए कुत्ते के ऊपर से कूद गई। लड़के ने कहा कि कल बारिश होगी, पर आज बगीचे में धूप खिली है और ठंडी हवा चल रही है।',
  'vi-VI': 'Con cáo nhỏ nhảy qua con chó lười. Ngày mai trời sẽ mưa, cậu bé nói, nhưng hôm nay nắng vẫn chiếu trên khu vườn của bà ngoại.',
  'ko-KO': '어린 여우가 자고 있는 개를 뛰어넘었다. 내일은 비가 온다고 선생님께서 말씀하셨지만 오늘은 햇빛이 우리 마당을 밝게 비춘다.',
};
