import { SHAPES } from '@talking-avatar/animation';

const BY_WORDS = new Map<string, string>(SHAPES.map((name) => [name.toLowerCase(), name]));

const SIDES: Readonly<Record<string, string>> = { l: 'left', r: 'right' };
/** Maximum number of characters to read from a name. */
const MAX_CHARACTERS = 200;

/** Splits a name at separators and capital letters: `eyeBlink_L` becomes eye, blink, l. */
export const wordsOf = (name: string): string[] =>
  name
    .slice(0, MAX_CHARACTERS)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/**
 * Finds the ARKit shape for a morph target name. Case, separators, and prefixes don't matter, and sides may be `L` and `R`:
 * `blendShape1.eyeBlink_L`, `EyeBlinkLeft`, `ARKit_eye_blink_left`.
 * @returns undefined for any other name
 */
export function findShape(name: string): string | undefined {
  const words = wordsOf(name);
  const last = words.pop() ?? '';
  words.push(SIDES[last] ?? last);
  for (let from = 0; from < words.length; from++) {
    const shape = BY_WORDS.get(words.slice(from).join(''));
    if (shape) return shape;
  }
  return undefined;
}
