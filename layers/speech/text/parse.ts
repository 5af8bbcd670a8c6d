import type { Script } from './script.ts';
import { looksLikeSsml, parseSsml } from './ssml.ts';

/**
 * Reads the text of a job: SSML when it holds a tag of SSML, plain text otherwise, in which `<` and `&` are characters like
 * any other.
 * @throws SpeechError on malformed SSML, with line and column
 */
export function parseText(text: string): Script {
  if (looksLikeSsml(text)) return parseSsml(text);
  return { text, items: [{ kind: 'spoken', from: 0, to: text.length, style: {} }], emotions: [], warnings: [] };
}

/** The text without markup, as captions show it. */
export function plainText(text: string): string {
  return parseText(text).text.replace(/\s+/g, ' ').trim();
}
