import { IPA_SOUNDS } from './inventory.ts';
import type { SpeechSound, WeightedSpeechSound } from './sounds.ts';

/** Fallback for unknown letters: a mid-central vowel, which barely moves the lips. */
const UNKNOWN: SpeechSound = { kind: 'vowel', open: 0.4, back: 0.5, round: 0 };
/** Symbols used for silence by speech engines. */
const SILENCE_SYMBOLS = new Set(['', 'sil', 'sp', 'spn', 'pau', 'SIL', 'pause']);

const LONG = /[ː:]/u;
const LABIALIZED = /ʷ|\u032b/u;
const PALATALIZED = /ʲ/u;
const RHOTIC = /˞/u;
const MORE_ROUNDED = /\u0339/u;
const LESS_ROUNDED = /\u031c/u;
/** Some engines write aspiration as an h after the consonant, in the same phone. */
const ASPIRATION = /^[hɦ]$/u;
/** Relative duration of a long sound, and of the stop in an affricate. */
const LONG_WEIGHT = 1.6;
const AFFRICATE_STOP_WEIGHT = 0.7;

/**
 * Parses a phone symbol (letters with diacritics). Tones, digits, stress, ties, and unknown diacritics don't affect the face.
 * @returns the speech sounds in order, with shares that sum to 1, or an empty array for silence
 */
export function readSymbol(symbol: string): WeightedSpeechSound[] {
  if (SILENCE_SYMBOLS.has(symbol.trim())) return [];
  const clusters = splitClusters(symbol);
  const weighted = clusters
    .filter((cluster, i) => !(i > 0 && ASPIRATION.test(cluster) && isConsonant(clusters[i - 1])))
    .map((cluster, i, all) => ({ sound: readCluster(cluster), weight: relativeDuration(cluster, all[i + 1]) }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  return weighted.map(({ sound, weight }) => ({ sound, share: weight / total }));
}

/** Modifier letters that some engines write as separate phones. */
const LONE_MODIFIERS: ReadonlyMap<string, string> = new Map([
  ['ʲ', 'j'],
  ['ʷ', 'w'],
  ['ʰ', 'h'],
  ['ʱ', 'ɦ'],
]);

/** Splits a symbol into letters, each followed by its diacritics and modifier letters. */
function splitClusters(symbol: string): string[] {
  const clusters: string[] = [];
  // NFD would decompose ç, which is a separate letter.
  for (const character of symbol.normalize('NFD').replaceAll('c\u0327', 'ç')) {
    if (IPA_SOUNDS.has(character) || /\p{Ll}|\p{Lu}|\p{Lo}/u.test(character)) clusters.push(character);
    else if (clusters.length > 0) clusters[clusters.length - 1] += character;
    else if (LONE_MODIFIERS.has(character)) clusters.push(LONE_MODIFIERS.get(character)!);
  }
  return clusters;
}

/** Lists the letters in a symbol that are not in the inventory. They are treated as a mid-central vowel. */
export function unknownLetters(symbol: string): string[] {
  if (SILENCE_SYMBOLS.has(symbol.trim())) return [];
  return splitClusters(symbol).filter(([letter = '']) => findLetter(letter) === undefined);
}

const findLetter = (letter: string): SpeechSound | undefined => IPA_SOUNDS.get(letter) ?? IPA_SOUNDS.get(letter.toLowerCase());

function readCluster(cluster: string): SpeechSound {
  const [letter = ''] = cluster;
  const base = findLetter(letter) ?? UNKNOWN;
  if (base.kind === 'consonant') {
    const round = LABIALIZED.test(cluster) ? Math.max(base.round, 0.8) : base.round;
    return { ...base, round, palatal: base.palatal || PALATALIZED.test(cluster) };
  }
  let round = base.round;
  if (RHOTIC.test(cluster)) round = Math.max(round, 0.35);
  if (MORE_ROUNDED.test(cluster)) round = Math.min(1, round + 0.25);
  if (LESS_ROUNDED.test(cluster)) round = Math.max(0, round - 0.25);
  return { ...base, round };
}

function relativeDuration(cluster: string, next: string | undefined): number {
  if (LONG.test(cluster)) return LONG_WEIGHT;
  const sound = readCluster(cluster);
  const opensAffricate = sound.kind === 'consonant' && sound.manner === 'stop' && isConsonant(next);
  return opensAffricate ? AFFRICATE_STOP_WEIGHT : 1;
}

function isConsonant(cluster: string | undefined): boolean {
  return cluster !== undefined && readCluster(cluster).kind === 'consonant';
}
