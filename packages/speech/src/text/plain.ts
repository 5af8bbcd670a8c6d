import type { Script } from './script.ts';
import { lookUp } from './tables.ts';

/** Something that is written as a tag is: a name in angle brackets, with attributes or none. */
const TAG = /<([a-z][\w:.-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*>/gi;

/** Words in angle brackets that stand among others, such as "<your name>". */
const PLACEHOLDER = /(?<!\S)<([a-z][\w -]{0,60})>(?![^\s.,;:!?])/gi;

const COMMENT = /<!--.*?-->/gs;

/** Tags of web pages, and of SSML, that people leave open. */
const LEFT_OPEN = /^(?:p|s|w|br|hr|li|[ou]l|div|span|b|i|u|em|strong|img|font|h[1-6]|td|tr|th|blink)$/i;

/** References to characters that stay behind when text is taken out of a web page or a document. */
const REFERENCE = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** What no voice can say: control characters, and halves of characters, such as of an emoji where a text was cut off. */
const UNSPEAKABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/gu;

/**
 * Reads plain text, in which `<` and `&` are characters like any other. What looks like a tag all the same is not read with its
 * brackets: one of a web page is left out, of another the words are said, and the client is told. References to characters, such as
 * `&amp;`, are what they stand for.
 */
export function readPlain(source: string): Script {
  const warnings = new Set<string>();
  const sayWords = (_: string, words: string): string => {
    warnings.add(`<${words}> has no end, so it is not read as SSML; its words are said without the brackets.`);
    return words;
  };
  const bare = source
    .replace(UNSPEAKABLE, ' ')
    .replace(COMMENT, ' ')
    .replace(TAG, (tag: string, name: string, attributes: string) => {
      if (attributes === '' && !LEFT_OPEN.test(name)) return sayWords(tag, name);
      warnings.add(`<${name}> has no end, so it is not read as SSML; it is left out of the speech.`);
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

/** The character of a code; undefined where there is none that a text may hold. */
function readCode(code: number): string | undefined {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  const character = String.fromCodePoint(code);
  return /\p{Cc}/u.test(character) ? undefined : character;
}
