import type { Language } from '@talking-avatar/contract';

/** Words that reveal the kind of sentence when punctuation is not enough. */
interface QuestionWords {
  /** Matches a question with a question word (who, what, …). The first group captures the word. */
  questionWord: RegExp;
  /** Matches a question without a question mark, by its particle, verb ending, or word order. */
  unmarked?: RegExp;
  /** Words that start a contrast (but, however). */
  contrast: RegExp;
}

const END = '[.。।\\s]*$';
const whole = (words: string): RegExp => new RegExp(`^(?:${words})$`, 'iu');
/** Matches a question word among the first three words, where it is in most languages. */
const atFront = (words: string): RegExp => new RegExp(`^[^\\p{L}]*(?:\\S+\\s+){0,2}?(${words})(?![\\p{L}\\p{M}])`, 'diu');
const anywhere = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}])(${words})(?![\\p{L}\\p{M}])`, 'diu');

const PORTUGUESE: QuestionWords = {
  questionWord: atFront('quem|qual|quais|quando|onde|aonde|como|que|quê|porquê|porque|quant[oa]s?'),
  contrast: whole('mas|porém|contudo|todavia|embora'),
};

const ENGLISH: QuestionWords = {
  questionWord: atFront('what|why|who|whom|whose|when|where|which|how'),
  unmarked:
    /^(?:(?:what|why|who|when|where|which|how)\s+)?(?:do|does|did|are|is|was|were|have|has|can|could|will|would|shall|should)\s+(?:i|you|he|she|it|we|they|there|this|that|these|those)\b[^.]*$/iu,
  contrast: whole('but|however|yet|instead|whereas|although|though'),
};

const SPANISH: QuestionWords = {
  questionWord: atFront('qué|quién|quiénes|cuál|cuáles|cuándo|dónde|adónde|cómo|cuánt[oa]s?'),
  contrast: whole('pero|sino|aunque'),
};

export const QUESTION_WORDS: Readonly<Record<Language, QuestionWords>> = {
  'en-US': ENGLISH,
  'en-GB': ENGLISH,
  'es-ES': SPANISH,
  'es-US': SPANISH,
  'pt-PT': PORTUGUESE,
  'pr-BR': PORTUGUESE,
  'fr-FR': {
    questionWord: atFront(
      "qui|quoi|quand|où|comment|pourquoi|combien|quel|quelles?|quels|lequel|laquelle|qu['’]est-ce|(?<=^[^\\p{L}]*)que",
    ),
    unmarked: /^(?:qu['’])?est-ce\s/iu,
    contrast: whole('mais|cependant|pourtant|toutefois'),
  },
  'de-DE': {
    questionWord: atFront(
      'was|wer|wen|wem|wessen|wann|wo|woher|wohin|wie|wieso|warum|weshalb|welche[rsmn]?|wozu|womit|wofür|worüber|woran',
    ),
    contrast: whole('aber|sondern|jedoch|doch|dagegen|hingegen|obwohl'),
  },
  'it-IT': {
    questionWord: atFront("che|cosa|chi|quale|quali|quando|dove|come|perché|quant[oaie]|(?:cos|dov|com|qual)['’]è"),
    contrast: whole('ma|però|invece|tuttavia|bensì'),
  },
  'ru-RU': {
    questionWord: atFront(
      'что|кто|кого|кому|кем|чем|чего|чему|когда|где|куда|откуда|как|как(?:ой|ая|ое|ие|ую|ого)|почему|зачем|сколько|че[йю]|чья|чьё',
    ),
    unmarked: /^\S+\s+(?:\S+\s+)?ли\s/iu,
    contrast: whole('но|а|однако|зато|хотя'),
  },
  ar: {
    questionWord: atFront('ما|ماذا|من|متى|أين|كيف|لماذا|كم|أي|لمن'),
    unmarked: /^هل\s/u,
    contrast: whole('لكن|ولكن|بل|إنما'),
  },
  'hi-IN': {
    questionWord: anywhere('(?<!^)क्या|कौन|किस|किसने|किसका|किसको|कब|कहाँ|कहां|कैसे|कैसा|कैसी|क्यों|कितना|कितने|कितनी'),
    unmarked: /^क्या\s/u,
    contrast: whole('लेकिन|मगर|परन्तु|परंतु|बल्कि|किन्तु'),
  },
  'vi-VI': {
    questionWord: anywhere('gì|ai|đâu|sao|nào|mấy|bao nhiêu|bao giờ'),
    unmarked: new RegExp(`(?:^|\\s)(?:phải không|đúng không|được không|có\\s.*\\skhông|chưa|à|hả|nhỉ)${END}`, 'iu'),
    contrast: whole('nhưng|song'),
  },
  'zh-CN': {
    questionWord: /(什么|甚么|谁|哪|怎么|怎样|为什么|多少|几|何时)/du,
    unmarked: new RegExp(`[吗呢么]${END}`, 'u'),
    contrast: /^(?:但|但是|可是|不过|然而|而是|却)$/u,
  },
  'ja-JP': {
    questionWord: /(何|なに|なん|だれ|誰|どこ|いつ|どう|なぜ|どれ|どの|どんな|いくら|いくつ|どちら)/du,
    unmarked: new RegExp(`(?:か|かな|かしら)${END}`, 'u'),
    contrast: /^(?:しかし|でも|けれど|けれども|ところが|だが)$/u,
  },
  'ko-KO': {
    questionWord: /(?<!\p{L})(무엇|뭐|뭘|누구|누가|언제|어디|어떻게|왜|어느|어떤|얼마|몇|무슨)/du,
    unmarked: new RegExp(`(?:까|까요|나요|[은는인]가요?)${END}`, 'u'),
    contrast: /^(?:하지만|그러나|그런데|그렇지만|반면)$/u,
  },
};
