import type { Language } from '../../contract/index.ts';
import type { Rule } from './reading.ts';
import { type Tongue, tongueOf } from './tongues.ts';

/** How the parts of an address are called: at, dot, slash, dash, underscore. */
const SIGNS: Readonly<Record<Tongue, readonly [string, string, string, string, string]>> = {
  en: ['at', 'dot', 'slash', 'dash', 'underscore'],
  es: ['arroba', 'punto', 'barra', 'guion', 'guion bajo'],
  zh: ['艾特', '点', '斜杠', '横杠', '下划线'],
  de: ['ät', 'Punkt', 'Schrägstrich', 'Strich', 'Unterstrich'],
  it: ['chiocciola', 'punto', 'barra', 'trattino', 'trattino basso'],
  fr: ['arobase', 'point', 'slash', 'tiret', 'tiret bas'],
  pt: ['arroba', 'ponto', 'barra', 'hífen', 'sublinhado'],
  ar: ['آت', 'نقطة', 'شرطة', 'ناقص', 'شرطة'],
  ja: ['アット', 'ドット', 'スラッシュ', 'ハイフン', 'アンダーバー'],
  ru: ['собака', 'точка', 'слэш', 'дефис', 'подчёркивание'],
  hi: ['ऐट', 'डॉट', 'स्लैश', 'डैश', 'अंडरस्कोर'],
  vi: ['a còng', 'chấm', 'gạch chéo', 'gạch ngang', 'gạch dưới'],
  ko: ['골뱅이', '점', '슬래시', '하이픈', '밑줄'],
};

/** An address of the web or of mail, its signs in words; what is not a word is left to the voice. */
export function sayAddress(language: Language, address: string): string {
  const [at, dot, slash, dash, underscore] = SIGNS[tongueOf(language)];
  const names: Record<string, string> = { '@': at, '.': dot, '/': slash, '-': dash, _: underscore };
  return address
    .replace(/^https?:\/\/(?:www\.)?|\/$/g, '')
    .replace(/[?#].*$/, '')
    .replace(/[@./_-]/g, (sign) => ` ${names[sign]} `)
    .trim();
}

/** How the sign of a subject among messages, "#", is called. */
const TAGS: Readonly<Record<Tongue, string>> = {
  ...{ en: 'hashtag', es: 'hashtag', de: 'Hashtag', it: 'hashtag', fr: 'hashtag', pt: 'hashtag', vi: 'hát tắc' },
  ...{ zh: '话题', ar: 'هاشتاغ', ja: 'ハッシュタグ', ru: 'хэштег', hi: 'हैशटैग', ko: '해시태그' },
};

/** Subjects and people of messages: "#BlackFriday2024", "@acme_inc", each word of the name by itself. */
export function tagRules(language: Language): Rule[] {
  const tongue = tongueOf(language);
  const [at, , , , underscore] = SIGNS[tongue];
  const words = (name: string) =>
    name
      .replace(/(?<=\p{Ll})(?=\p{Lu}|\d)|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\d)(?=\p{L})/gu, ' ')
      .replaceAll('_', ` ${underscore} `);
  return [
    {
      pattern: /(?<![\p{L}\p{M}\p{N}#&/])#([\p{L}_][\p{L}\p{M}\p{N}_]{1,60})(?![\p{L}\p{M}\p{N}#])/gu,
      say: ([, name = '']) => `${TAGS[tongue]} ${words(name).replaceAll(` ${underscore} `, ' ')}`,
    },
    {
      pattern: /(?<![\p{L}\p{M}\p{N}.@])@([\p{L}_][\p{L}\p{M}\p{N}_]{1,40})(?![\p{L}\p{M}\p{N}@]|\.\p{L})/gu,
      say: ([, name = '']) => `${at} ${words(name)}`,
    },
  ];
}
