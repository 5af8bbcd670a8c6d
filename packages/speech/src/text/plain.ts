import type { Script } from './script.ts';
import { lookUp } from './tables.ts';

/** Text in the form of a tag: a name in angle brackets, with or without attributes. */
const TAG = /<([a-z][\w:.-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*>/gi;
/** Words in angle brackets among others, such as "<your name>". */
const PLACEHOLDER = /(?<!\S)<([a-z][\w -]{0,60})>(?![^\s.,;:!?])/gi;

const COMMENT = /<!--.*?-->/gs;
/** HTML and SSML tags that people leave open. */
const LEFT_OPEN = /^(?:p|s|w|br|hr|li|[ou]l|div|span|b|i|u|em|strong|img|font|h[1-6]|td|tr|th|blink)$/i;
/** Character references left over in text copied from a web page or a document. */
const REFERENCE = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Unspeakable characters: control characters, and halves of surrogate pairs, such as an emoji cut in two. */
const UNSPEAKABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/gu;

/**
 * Reads plain text, in which `<` and `&` are ordinary. HTML tags are left out, the words of others are spoken, with a warning. Character
 * references such as `&amp;` are decoded.
 */
export function readPlain(source: string): Script {
  const warnings = new Set<string>();
  const sayWords = (_: string, words: string): string => {
    warnings.add(`<${words}> has no closing tag, so it is not read as SSML; its words are spoken without the brackets.`);
    return words;
  };
  const bare = source
    .replace(UNSPEAKABLE, ' ')
    .replace(COMMENT, ' ')
    .replace(TAG, (tag: string, name: string, attributes: string) => {
      if (attributes === '' && !LEFT_OPEN.test(name)) return sayWords(tag, name);
      warnings.add(`<${name}> has no closing tag, so it is not read as SSML; it is left out of the speech.`);
      return ' ';
    })
    .replace(PLACEHOLDER, sayWords);
  const text = bare.replace(REFERENCE, (reference, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name) return lookUp(CHARACTERS, name.toLowerCase()) ?? reference;
    return readCode(decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)) ?? reference;
  });
  return {
    text,
    items: [{ kind: 'spoken', from: 0, to: text.length, style: {} }],
    emotions: [],
    warnings: [...warnings],
  };
}

/** Returns the character of a code; undefined if a text cannot contain it. */
function readCode(code: number): string | undefined {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  const character = String.fromCodePoint(code);
  return /\p{Cc}/u.test(character) ? undefined : character;
}
