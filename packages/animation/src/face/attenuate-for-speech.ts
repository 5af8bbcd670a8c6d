import type { Channel } from '../channels.ts';
import type { MouthCurves } from '../mouth/index.ts';

/** How much of an expression's mouth shapes remains during speech. */
const SHARE_WHILE_SPEAKING = 0.75;
/** How much of an expression's mouth shapes fully rounded lips remove, because people don't smile while saying "oo". */
const REMOVED_BY_ROUNDING = 0.6;
/** How much closed lips reduce a mouth stretch, because a stretched mouth would gape at the corners. */
const REMOVED_BY_CLOSURE = 0.4;
/** `jawOpen` at which shapes that press the lips together are removed completely. */
const OPEN_JAW = 0.4;
/** Shapes that part the lips or pull them away from the teeth. They are removed while the lips touch. */
const PARTING = /^(jawOpen|mouthFunnel|mouthLowerDown|mouthUpperUp|noseSneer)/;
/** Shapes that close the lips. They are removed while the mouth is open for a vowel. */
const CLOSING = /^(mouthPress|mouthRoll|mouthShrug)/;
const STRETCHING = /^mouthStretch/;

/** Returns how much of an expression shape remains at each grid sample, 0..1. Shapes that conflict with the lips are removed. */
export function attenuateForSpeech(channel: Channel, part: 'upper' | 'mouth', mouth: MouthCurves): (k: number) => number {
  const { closure, labiodental, activity, articulators } = mouth;
  const noContact = (k: number): number => (1 - closure[k]!) * (1 - labiodental[k]!);
  if (part === 'upper') return PARTING.test(channel) ? noContact : () => 1;
  const share = (k: number): number => (1 - (1 - SHARE_WHILE_SPEAKING) * activity[k]!) * (1 - REMOVED_BY_ROUNDING * articulators.round[k]!);
  if (PARTING.test(channel)) return (k) => share(k) * noContact(k);
  if (CLOSING.test(channel)) return (k) => share(k) * Math.max(0, 1 - articulators.jaw[k]! / OPEN_JAW) ** 2;
  if (STRETCHING.test(channel)) return (k) => share(k) * (1 - REMOVED_BY_CLOSURE * closure[k]!);
  return share;
}
