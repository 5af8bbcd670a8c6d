import type { Language } from '@talking-avatar/contract';
import { parseText } from '../src/index.ts';
import { normalizeScript } from '../src/normalization/index.ts';

/** Returns how a text is read aloud, word by word. */
export async function readAloud(text: string, language: Language): Promise<string> {
  const { script, words, readings } = await normalizeScript(parseText(text), language);
  return words.map(({ from, to }, i) => (readings[i] ?? script.text.slice(from, to)).trim()).join(' ');
}
