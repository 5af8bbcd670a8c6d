import type { Channel } from '../channels.ts';
import type { Mouth } from '../mouth/index.ts';

/** Share of the mouth's part of an expression that a speaking mouth keeps. */
const KEPT_WHILE_SPEAKING = 0.75;
/** Share of the mouth's part of an expression that fully rounded lips take back: nobody smiles an oo. */
const YIELDED_TO_ROUNDING = 0.6;
/** Share of a stretch that sealed lips take back: a stretched mouth would gape at its corners. */
const YIELDED_TO_SEAL = 0.4;
/** Jaw opening at which nothing is left of what would press the lips together, jawOpen units. */
const OPEN_JAW = 0.4;

/** Shapes that part the lips or draw them off the teeth: they wait while the lips are in contact. */
const PARTING = /^(jawOpen|mouthFunnel|mouthLowerDown|mouthUpperUp|noseSneer)/;
/** Shapes that close the lips: they wait while the mouth is open for a vowel. */
const CLOSING = /^(mouthPress|mouthRoll|mouthShrug)/;
const STRETCHING = /^mouthStretch/;

/**
 * What speech leaves of a shape of an expression at each grid sample, 0..1: nothing that would open lips in contact or close
 * lips that speak, and the rest of the mouth more gently than in silence.
 */
export function attenuateForSpeech(channel: Channel, part: 'upper' | 'mouth', mouth: Mouth): (k: number) => number {
  const { seal, bite, activity, articulators } = mouth;
  const touch = (k: number): number => (1 - seal[k]!) * (1 - bite[k]!);
  if (part === 'upper') return PARTING.test(channel) ? touch : () => 1;
  const kept = (k: number): number =>
    (1 - (1 - KEPT_WHILE_SPEAKING) * activity[k]!) * (1 - YIELDED_TO_ROUNDING * articulators.round[k]!);
  if (PARTING.test(channel)) return (k) => kept(k) * touch(k);
  if (CLOSING.test(channel)) return (k) => kept(k) * Math.max(0, 1 - articulators.jaw[k]! / OPEN_JAW) ** 2;
  if (STRETCHING.test(channel)) return (k) => kept(k) * (1 - YIELDED_TO_SEAL * seal[k]!);
  return kept;
}
