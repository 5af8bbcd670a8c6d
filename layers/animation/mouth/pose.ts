import type { Channel } from '../channels.ts';
import { type Curve, GRID_RATE } from '../motion/index.ts';
import type { Mouth } from './animate-mouth.ts';

/** Asymmetry of a speaking mouth, as a share; own choice, below notice. */
const LOPSIDE = 0.03;
/** Period of the slow drift of the asymmetry, s. */
const LOPSIDE_PERIOD = 7.3;

/** Weights of the ARKit shapes for labiodental contact (f v), and of press and roll for closed lips. */
const BITE_ROLL_LOWER = 0.75;
const BITE_SHRUG_LOWER = 0.35;
const BITE_UPPER_UP = 0.22;
const SEAL_PRESS = 0.38;
const SEAL_ROLL = 0.24;

/** Share of rounding that labiodental contact removes. */
const BITE_UNROUNDS = 0.5;

type Shaper = (mouth: Mouth, k: number) => number;

const parted: Shaper = ({ seal, bite }, k) => (1 - seal[k]!) * (1 - bite[k]!);
const lower: Shaper = (mouth, k) => mouth.articulators.lowerLip[k]! * parted(mouth, k);
const upper: Shaper = (mouth, k) =>
  (mouth.articulators.upperLip[k]! * (1 - mouth.bite[k]!) + BITE_UPPER_UP * mouth.bite[k]!) * (1 - mouth.seal[k]!);
const stretch: Shaper = ({ articulators }, k) => 0.42 * articulators.spread[k]!;
const smile: Shaper = ({ articulators }, k) => 0.2 * articulators.spread[k]!;
const dimple: Shaper = ({ articulators }, k) => 0.16 * articulators.spread[k]!;
const press: Shaper = ({ seal }, k) => SEAL_PRESS * seal[k]!;
const unrounded: Shaper = ({ bite }, k) => 1 - BITE_UNROUNDS * bite[k]!;

const MIDDLE: Partial<Record<Channel, Shaper>> = {
  jawOpen: ({ articulators }, k) => articulators.jaw[k]!,
  jawForward: ({ articulators }, k) => articulators.jawForward[k]!,
  mouthPucker: (mouth, k) => mouth.articulators.round[k]! * unrounded(mouth, k),
  mouthFunnel: (mouth, k) => mouth.articulators.funnel[k]! * unrounded(mouth, k),
  mouthRollLower: ({ seal, bite }, k) => Math.max(BITE_ROLL_LOWER * bite[k]!, SEAL_ROLL * seal[k]!),
  mouthRollUpper: ({ seal }, k) => SEAL_ROLL * seal[k]!,
  mouthShrugLower: ({ bite }, k) => BITE_SHRUG_LOWER * bite[k]!,
  tongueOut: ({ articulators, bite }, k) => articulators.tongueOut[k]! * (1 - bite[k]!),
  // The tongue tip is either between the teeth or behind them.
  tongueTipUp: ({ articulators }, k) => articulators.tongueTip[k]! * (1 - articulators.tongueOut[k]!),
  tongueBackUp: ({ articulators }, k) => articulators.tongueBack[k]!,
  lowerLipBite: ({ bite }, k) => bite[k]!,
};

const SIDES: readonly { left: Channel; right: Channel; shaper: Shaper }[] = [
  { left: 'mouthLowerDownLeft', right: 'mouthLowerDownRight', shaper: lower },
  { left: 'mouthUpperUpLeft', right: 'mouthUpperUpRight', shaper: upper },
  { left: 'mouthStretchLeft', right: 'mouthStretchRight', shaper: stretch },
  { left: 'mouthSmileLeft', right: 'mouthSmileRight', shaper: smile },
  { left: 'mouthDimpleLeft', right: 'mouthDimpleRight', shaper: dimple },
  { left: 'mouthPressLeft', right: 'mouthPressRight', shaper: press },
];

/** Poses the mouth as ARKit shapes. `mouthClose` is not included, because it depends on the jaw of the whole face. */
export function poseMouth(mouth: Mouth): Map<Channel, Curve> {
  const shapes = new Map<Channel, Curve>();
  const draw = (shaper: Shaper): Curve => mouth.seal.map((_, k) => shaper(mouth, k));
  const lean = mouth.seal.map((_, k) => 0.6 + 0.4 * Math.sin((2 * Math.PI * k) / (GRID_RATE * LOPSIDE_PERIOD)));
  for (const [channel, shaper] of Object.entries(MIDDLE)) shapes.set(channel as Channel, draw(shaper));
  for (const { left, right, shaper } of SIDES) {
    const even = draw(shaper);
    shapes.set(
      left,
      even.map((value, k) => value * (1 + LOPSIDE * lean[k]!)),
    );
    shapes.set(
      right,
      even.map((value, k) => value * (1 - LOPSIDE * lean[k]!)),
    );
  }
  return shapes;
}
