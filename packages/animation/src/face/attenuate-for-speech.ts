import type { Channel } from '../channels.ts';
import type { MouthCurves } from '../mouth/index.ts';

/** Share of an expression's mouth shapes that remains while speaking. */
const SHARE_WHILE_SPEAKING = 0.75;
/** Share of an expression's mouth shapes that fully rounded lips remove, because people do not smile on an "oo". */
const REMOVED_BY_ROUNDING = 0.6;
/** Share of a mouth stretch that closed lips remove, because a stretched mouth would gape at its corners. */
const REMOVED_BY_CLOSURE = 0.4;
/** Jaw opening at which shapes that press the lips together are fully removed, jawOpen units. */
const OPEN_JAW = 0.4;
/** Shapes that part the lips or draw them off the teeth. They are removed while the lips are in contact. */
const PARTING = /^(jawOpen|mouthFunnel|mouthLowerDown|mouthUpperUp|noseSneer)/;
/** Shapes that close the lips. They are removed while the mouth is open for a vowel. */
const CLOSING = /^(mouthPress|mouthRoll|mouthShrug)/;
const STRETCHING = /^mouthStretch/;

/** Returns an expression shape's remaining share in speech, 0..1, by grid sample. Shapes that conflict with the lips are removed. */
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
