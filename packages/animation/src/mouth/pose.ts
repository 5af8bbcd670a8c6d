import type { Channel } from '../channels.ts';
import type { Curve } from '../motion/index.ts';
import type { MouthCurves } from './animate-mouth.ts';

/** Maximum relative deviation of each side of a speaking mouth from the mean. In people, the sides differ by 8-52%. */
const ASYMMETRY = 0.15;
/** Weights of the ARKit shapes for labiodental contact (f, v), and of press and roll for closed lips. */
const LABIODENTAL_ROLL_LOWER = 0.75;
const LABIODENTAL_SHRUG_LOWER = 0.35;
const CLOSURE_PRESS = 0.48;
const CLOSURE_ROLL = 0.12;
/** How much closed lips reduce spreading: pressed lips are about as wide as lips at rest. */
const CLOSURE_UNSPREADING = 0.75;
/** How much labiodental contact reduces rounding and spreading. */
const LABIODENTAL_UNROUNDING = 0.35;
const LABIODENTAL_UNSPREADING = 0.45;

type ShapeWeight = (mouth: MouthCurves, k: number) => number;

const parted: ShapeWeight = ({ closure, labiodental }, k) => (1 - closure[k]!) * (1 - labiodental[k]!);
const lower: ShapeWeight = (mouth, k) => mouth.articulators.lowerLip[k]! * parted(mouth, k) * spreadable(mouth, k);
const upper: ShapeWeight = (mouth, k) => mouth.articulators.upperLip[k]! * parted(mouth, k) * spreadable(mouth, k);
/** Rounded lips don't spread. Otherwise, a spread neighbor would turn a /w/ into a smile. */
const spreadable: ShapeWeight = ({ articulators }, k) => 1 - articulators.round[k]!;
const spread: ShapeWeight = (mouth, k) =>
  mouth.articulators.spread[k]! *
  spreadable(mouth, k) *
  (1 - CLOSURE_UNSPREADING * mouth.closure[k]!) *
  (1 - LABIODENTAL_UNSPREADING * mouth.labiodental[k]!);
const stretch: ShapeWeight = (mouth, k) => 0.42 * spread(mouth, k);
const smile: ShapeWeight = (mouth, k) => 0.2 * spread(mouth, k);
const dimple: ShapeWeight = (mouth, k) => 0.16 * spread(mouth, k);
const press: ShapeWeight = ({ closure, force }, k) => CLOSURE_PRESS * closure[k]! * force[k]!;
const unrounded: ShapeWeight = ({ labiodental }, k) => 1 - LABIODENTAL_UNROUNDING * labiodental[k]!;

const MIDDLE: Partial<Record<Channel, ShapeWeight>> = {
  jawOpen: ({ articulators }, k) => articulators.jaw[k]!,
  jawForward: ({ articulators }, k) => articulators.jawForward[k]!,
  mouthPucker: (mouth, k) => mouth.articulators.round[k]! * unrounded(mouth, k),
  mouthFunnel: (mouth, k) => mouth.articulators.funnel[k]! * unrounded(mouth, k),
  mouthRollLower: ({ closure, labiodental, force, teethForce }, k) =>
    Math.max(LABIODENTAL_ROLL_LOWER * labiodental[k]! * (0.6 + 0.4 * teethForce[k]!), CLOSURE_ROLL * closure[k]! * force[k]!),
  mouthRollUpper: ({ closure, force }, k) => CLOSURE_ROLL * closure[k]! * force[k]!,
  mouthShrugLower: ({ labiodental }, k) => LABIODENTAL_SHRUG_LOWER * labiodental[k]!,
  tongueOut: ({ articulators, labiodental }, k) => articulators.tongueOut[k]! * (1 - labiodental[k]!),
  // The tongue tip is either between the teeth or behind them.
  tongueTipUp: ({ articulators }, k) => articulators.tongueTip[k]! * (1 - articulators.tongueOut[k]!),
  tongueBackUp: ({ articulators }, k) => articulators.tongueBack[k]!,
  lowerLipBite: ({ labiodental }, k) => labiodental[k]!,
};

/** Paired shapes. `part` is the index into the asymmetry curves. */
const SIDES: readonly { left: Channel; right: Channel; weight: ShapeWeight; part: number }[] = [
  { left: 'mouthLowerDownLeft', right: 'mouthLowerDownRight', weight: lower, part: 0 },
  { left: 'mouthUpperUpLeft', right: 'mouthUpperUpRight', weight: upper, part: 0 },
  { left: 'mouthStretchLeft', right: 'mouthStretchRight', weight: stretch, part: 1 },
  { left: 'mouthSmileLeft', right: 'mouthSmileRight', weight: smile, part: 1 },
  { left: 'mouthDimpleLeft', right: 'mouthDimpleRight', weight: dimple, part: 1 },
  { left: 'mouthPressLeft', right: 'mouthPressRight', weight: press, part: 2 },
];

/** Poses the mouth as ARKit shapes, except for `mouthClose`, which depends on the final jaw opening of the whole face. */
export function poseMouth(mouth: MouthCurves): Map<Channel, Curve> {
  const shapes = new Map<Channel, Curve>();
  const weightCurve = (weight: ShapeWeight): Curve => mouth.closure.map((_, k) => weight(mouth, k));
  for (const [channel, weight] of Object.entries(MIDDLE)) shapes.set(channel as Channel, weightCurve(weight));
  for (const { left, right, weight, part } of SIDES) {
    const asymmetry = mouth.asymmetry[part]!;
    const curve = weightCurve(weight);
    shapes.set(
      left,
      curve.map((value, k) => value * (1 + ASYMMETRY * asymmetry[k]!)),
    );
    shapes.set(
      right,
      curve.map((value, k) => value * (1 - ASYMMETRY * asymmetry[k]!)),
    );
  }
  return shapes;
}
