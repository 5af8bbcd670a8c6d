import type { Channel } from '../channels.ts';
import { addPulse, type Curve, createCurve, type Pulse } from '../motion/index.ts';
import type { MouthCurves } from '../mouth/index.ts';
import type { Phrase } from './phrasing.ts';

/** Shortest pause before a phrase that is used to breathe in, s. */
const BREATH_PAUSE = 0.45;
/** Time from the widest opening to the start of the phrase, and times to open and close, s; own choice. */
const BREATH_LEAD = 0.2;
const BREATH_ATTACK = 0.22;
const BREATH_RELEASE = 0.18;
/** Size of a breath in the jaw and the nostrils, shape units. */
const BREATH_JAW = 0.06;
const BREATH_NOSE = 0.07;
const BREATH_NOSTRILS = 0.4;

/**
 * Adds a breath before each phrase that follows a pause. It does not open lips that are closing for the first sound.
 */
export function animateBreaths(duration: number, phrases: readonly Phrase[], mouth: MouthCurves): Map<Channel, Curve> {
  const breath = createCurve(duration);
  let silentSince = 0;
  for (const { start, end } of phrases) {
    const top = start - BREATH_LEAD;
    const pulse: Pulse = { start: top, end: top, attack: BREATH_ATTACK, release: BREATH_RELEASE };
    if (start - silentSince >= BREATH_PAUSE) addPulse(breath, pulse, 1);
    silentSince = end;
  }
  const nose = breath.map((value) => BREATH_NOSE * value);
  return new Map<Channel, Curve>([
    ['jawOpen', breath.map((value, k) => BREATH_JAW * value * (1 - mouth.closure[k]!) * (1 - mouth.labiodental[k]!))],
    ['noseSneerLeft', nose],
    ['noseSneerRight', nose],
    ['nostrils', breath.map((value) => BREATH_NOSTRILS * value)],
  ]);
}
