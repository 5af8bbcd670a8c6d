import { lookUp } from './tables.ts';

/** Characters for HTML entities that are common in text. XML itself defines only five others. */
const HTML: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  shy: '\u00ad',
  zwnj: '\u200c',
  zwj: '\u200d',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  sbquo: '‚',
  bdquo: '„',
  prime: '′',
  Prime: '″',
  iexcl: '¡',
  iquest: '¿',
  copy: '©',
  reg: '®',
  trade: '™',
  sect: '§',
  para: '¶',
  deg: '°',
  ordf: 'ª',
  ordm: 'º',
  micro: 'µ',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  curren: '¤',
  plusmn: '±',
  minus: '−',
  times: '×',
  divide: '÷',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  larr: '←',
  rarr: '→',
  hearts: '♥',
  szlig: 'ß',
  AElig: 'Æ',
  aelig: 'æ',
  OElig: 'Œ',
  oelig: 'œ',
  Oslash: 'Ø',
  oslash: 'ø',
  Aring: 'Å',
  aring: 'å',
  Ccedil: 'Ç',
  ccedil: 'ç',
  Ntilde: 'Ñ',
  ntilde: 'ñ',
};

/** Diacritics, keyed by the end of an entity's name, such as "&eacute;". */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
};

/** The letters that HTML combines with each diacritic. The letter g only has a lowercase acute. */
const ACCENTED = /^(?:[ACEILNORSUYZg]acute|[AEIOU]grave|[ACEGHIJOSUWY]circ|[AEIOUY]uml|[AINOU]tilde)$/;

const readHtml = (name: string): string | undefined => {
  const [, letter = '', accent = ''] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? [];
  const isKnown = ACCENTED.test(name) || ACCENTED.test(letter.toUpperCase() + accent);
  return lookUp(HTML, name) ?? (isKnown ? (letter + ACCENTS[accent]).normalize('NFC') : undefined);
};

/** Describes the problem with a reference that XML does not define, and how to fix it. `text` begins with the ampersand. */
export function describeReference(text: string): string {
  const [reference, name = ''] = /^&([A-Za-z][A-Za-z\d]{0,30});/.exec(text) ?? [];
  const [, code] = /^&#X([\da-fA-F]+);/.exec(text) ?? [];
  if (code !== undefined) return `&#X${code}; must have a lowercase x; write &#x${code};`;
  if (reference === undefined) return 'an ampersand does not begin an entity; write &amp;';
  const lower = name.toLowerCase();
  if (/^(?:amp|lt|gt|quot|apos)$/.test(lower)) return `${reference} must be lowercase; write &${lower};`;
  const character = readHtml(name);
  if (character === undefined) {
    return `${reference} is not an SSML entity (&amp; &lt; &gt; &quot; &apos;); write the character itself, or &amp;${name}; to have it read literally`;
  }
  const shown = /^[\p{L}\p{S}\p{P}\p{N}]$/u.test(character) ? `${character} or ` : '';
  return `${reference} is an HTML entity, which SSML does not have; write ${shown}&#${character.codePointAt(0)};`;
}
