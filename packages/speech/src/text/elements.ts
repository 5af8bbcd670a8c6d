import { findLanguage, findNearestLanguage, printable, quote } from '@talking-avatar/contract';
import { readPhoneme } from './phoneme.ts';
import { readProsody } from './prosody.ts';
import type { SayAs, Speaker, Style } from './script.ts';
import { lookUp } from './tables.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Valid tags that don't affect the voice or face. */
const TRANSPARENT = new Set(['speak', 'token', 'lexicon', 'meta', 'metadata', 'desc']);
/** Elements whose content describes the document or a sound and is not spoken (SSML 1.1, 3.1.6 and 3.3.3). */
export const SILENT: ReadonlySet<string> = new Set(['metadata', 'desc']);
/** Tags for features that this service does not support. Their text is spoken as usual. */
const UNSUPPORTED = new Set(['amazon:effect', 'amazon:domain', 'amazon:auto-breaths', 'audio']);
/** HTML tags at which a word ends. */
const SEPARATING = /^(?:br|hr|div|[ou]l|li|h[1-6]|table|t[rdh]|section|article|blockquote|title)$/;

/** Values of `<say-as interpret-as>` that spell the text. The other values are left to normalization and the voice. */
const SPELLED: Readonly<Record<string, Style['spelled']>> = {
  characters: 'characters',
  'spell-out': 'characters',
  verbatim: 'characters',
  digits: 'digits',
  'tts:digits': 'digits',
};

/** Kinds of text with a special reading, keyed by their names in SSML 1.1, Amazon Polly, and Azure. */
const KINDS: Readonly<Record<string, SayAs['as']>> = {
  cardinal: 'cardinal',
  ordinal: 'ordinal',
  date: 'date',
  time: 'time',
  hms12: 'time',
  hms24: 'time',
  telephone: 'telephone',
  fraction: 'fraction',
  unit: 'unit',
  currency: 'currency',
  address: 'address',
  net: 'address',
};

/** The style of an element's text, and warnings about ignored attributes. */
export interface ReadStyle {
  style: Style;
  warnings: string[];
}

const plainly = (...warnings: string[]): ReadStyle => ({ style: {}, warnings });

/** Reads an element that changes how its text is spoken. Returns undefined for any other element. */
export function readStyle(name: string, attributes: Attributes): ReadStyle | undefined {
  switch (name) {
    case 'prosody':
      return readProsody(attributes);
    case 'sub':
      return readAlias(attributes.alias);
    case 'emphasis':
      return { style: readEmphasis(attributes.level), warnings: [] };
    case 'say-as':
      return readSayAs(attributes['interpret-as'] ?? '', attributes.format);
    case 'lang':
      return readLanguage(attributes['xml:lang'] ?? '');
    case 'phoneme':
      return readPronunciation(attributes);
    case 'voice':
      return readVoice(attributes);
    case 'w':
      return { style: attributes.role ? { role: attributes.role } : {}, warnings: [] };
    case 'p':
    case 's':
      return attributes['xml:lang'] ? readLanguage(attributes['xml:lang']) : plainly();
    default:
      return undefined;
  }
}

/** Returns a warning about a tag without effect, or undefined for a valid tag. */
export function warnOfTag(name: string): string | undefined {
  if (TRANSPARENT.has(name)) return undefined;
  return UNSUPPORTED.has(name)
    ? `<${name}> is not supported; its text is spoken as usual.`
    : `<${printable(name)}> is not a known tag; its text is spoken as usual.`;
}

/** Checks whether an unknown tag separates words, because it has no content or causes a line break in HTML. */
export const separates = (name: string, isEmpty: boolean): boolean => isEmpty || SEPARATING.test(name);

/** Formats attributes as they were written in the source. */
export const quoteAttributes = (attributes: Attributes): string =>
  printable(
    Object.entries(attributes)
      .map(([name, value]) => `${name}="${value}"`)
      .join(' '),
  );

function readSayAs(kind: string, format?: string): ReadStyle {
  const spelled = lookUp(SPELLED, kind);
  if (spelled) return { style: { spelled }, warnings: [] };
  const as = lookUp(KINDS, kind);
  if (as) return { style: { sayAs: { as, ...(format && { format }) } }, warnings: [] };
  return kind === 'number' ? plainly() : plainly(`<say-as>: ${quote(kind)} is not supported; the text is read as usual.`);
}

function readAlias(alias = ''): ReadStyle {
  if (alias.trim() !== '') return { style: { alias }, warnings: [] };
  return plainly('<sub>: alias is missing; the text is spoken as usual.');
}

function readPronunciation(attributes: Attributes): ReadStyle {
  const read = readPhoneme(attributes);
  if ('ipa' in read) return { style: { ipa: read.ipa }, warnings: [] };
  return plainly(`<phoneme>: ${read.fault}; the text is spoken as usual.`);
}

function readVoice({ name, gender, ...rest }: Attributes): ReadStyle {
  const known = gender === 'male' || gender === 'female';
  const speaker: Speaker = { ...(name && { name: name.trim() }), ...(known && { sex: gender }) };
  const language = rest['xml:lang'] ?? rest.languages;
  const { style, warnings } = language ? readLanguage(language) : plainly();
  if (!known && gender !== undefined) {
    warnings.unshift(`<voice>: gender must be "male" or "female", got ${quote(gender)}; it is ignored.`);
  }
  return { style: { ...style, ...(Object.keys(speaker).length > 0 && { speaker }) }, warnings };
}

/** Reads `xml:lang`. Subtags after the country, such as `1996` in `de-DE-1996`, and unknown countries are ignored. */
function readLanguage(language: string): ReadStyle {
  const [primary = '', country = ''] = language.split(/[-_]/, 2);
  const known = findNearestLanguage(language) ?? findNearestLanguage(`${primary}-${country}`) ?? findLanguage(primary);
  const near = `<lang>: ${quote(language)} is not a supported language; its text is spoken in ${known}.`;
  if (known) return { style: { language: known }, warnings: findLanguage(language) ? [] : [near] };
  return plainly(`<lang>: ${quote(language)} is not a supported language; its text is spoken in the surrounding language.`);
}

function readEmphasis(level: string | undefined): Style {
  if (level === 'none') return {};
  return { emphasis: level === 'strong' || level === 'reduced' ? level : 'moderate' };
}
