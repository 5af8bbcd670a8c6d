import { printable } from '@talking-avatar/contract';
import type { Script } from './script.ts';
import { lookUp } from './tables.ts';

/** Text that looks like a tag: a name in angle brackets, with or without attributes. */
const TAG = /<([a-z][\w:.-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*>/gi;
/** Words in angle brackets within other text, such as "<your name>". */
const PLACEHOLDER = /(?<!\S)<([a-z][\w -]{0,60})>(?![^\s.,;:!?])/gi;

const COMMENT = /<!--.*?-->/gs;
/** HTML and SSML tags that people often leave open. */
const LEFT_OPEN = /^(?:p|s|w|br|hr|li|[ou]l|div|span|b|i|u|em|strong|img|font|h[1-6]|td|tr|th|blink)$/i;
/** Character references left over in text that was copied from a web page or document. */
const REFERENCE = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Unspeakable characters: control characters, and halves of surrogate pairs, such as half an emoji. */
const UNSPEAKABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/gu;

/**
 * Reads plain text, where `<` and `&` are ordinary characters. HTML tags are omitted, and the words in other tags are spoken, both with a
 * warning. Character references such as `&amp;` are decoded.
 */
export function readPlain(source: string): Script {
  const warnings = new Set<string>();
  const sayWords = (_: string, words: string): string => {
    warnings.add(`<${printable(words)}> has no closing tag, so it is not read as SSML; its words are spoken without the brackets.`);
    return words;
  };
  const bare = source
    .replace(UNSPEAKABLE, ' ')
    .replace(COMMENT, ' ')
    .replace(TAG, (tag: string, name: string, attributes: string) => {
      if (attributes === '' && !LEFT_OPEN.test(name)) return sayWords(tag, name);
      warnings.add(`<${printable(name)}> has no closing tag, so it is not read as SSML; it is omitted from the speech.`);
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

/** Returns the character for a code, or undefined if text cannot contain it. */
function readCode(code: number): string | undefined {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  const character = String.fromCodePoint(code);
  return /\p{Cc}/u.test(character) ? undefined : character;
}
