import type { Expression } from '../../contract/index.ts';
import type { Channel } from '../channels.ts';

/** A whole-face expression at level 1. */
export interface Look {
  /** Shape weights away from the mouth, kept whole while speaking. */
  upper: Partial<Record<Channel, number>>;
  /** Shape weights of the mouth, given up where speech needs the lips. */
  mouth: Partial<Record<Channel, number>>;
  /** Bearing of the head and gaze, rad; pitch is positive downwards. */
  headPitch: number;
  headRoll: number;
  gazePitch: number;
  /** Lengthens the time between blinks by this share. */
  blinkGap: number;
}

const NEUTRAL: Look = { upper: {}, mouth: {}, headPitch: 0, headRoll: 0, gazePitch: 0, blinkGap: 0 };

/**
 * The six expressions. Combinations of action units after Ekman & Friesen's FACS (happy 6+12, sad 1+4+15, surprise
 * 1+2+5+26, fear 1+2+4+5+20, disappointed 1+4+14+15+17); weights are our own, mended by eye.
 */
export const LOOKS: Readonly<Record<Expression, Look>> = {
  neutral: NEUTRAL,
  happy: {
    upper: both({ cheekSquint: 0.5, eyeSquint: 0.25, browOuterUp: 0.12 }, { browInnerUp: 0.1 }),
    mouth: both({ mouthSmile: 0.62, mouthDimple: 0.14, mouthUpperUp: 0.08 }),
    headPitch: -0.02,
    headRoll: 0.02,
    gazePitch: 0,
    blinkGap: 0,
  },
  sad: {
    upper: both({ browDown: 0.18, eyeSquint: 0.14, eyeBlink: 0.12 }, { browInnerUp: 0.7 }),
    mouth: both({ mouthFrown: 0.5, mouthLowerDown: 0.04 }, { mouthShrugLower: 0.22 }),
    headPitch: 0.07,
    headRoll: 0.03,
    gazePitch: 0.06,
    blinkGap: 0.15,
  },
  surprise: {
    upper: both({ browOuterUp: 0.75, eyeWide: 0.65 }, { browInnerUp: 0.8 }),
    mouth: both({ mouthUpperUp: 0.08 }, { jawOpen: 0.14, mouthFunnel: 0.1 }),
    headPitch: -0.045,
    headRoll: 0,
    gazePitch: 0,
    blinkGap: 0.15,
  },
  fear: {
    upper: both({ browDown: 0.3, browOuterUp: 0.35, eyeWide: 0.55, noseSneer: 0.06 }, { browInnerUp: 0.8 }),
    mouth: both({ mouthStretch: 0.45, mouthLowerDown: 0.14, mouthFrown: 0.12 }, { jawOpen: 0.04 }),
    headPitch: -0.03,
    headRoll: 0,
    gazePitch: 0,
    blinkGap: -0.1,
  },
  disappointed: {
    upper: both({ browDown: 0.34, eyeSquint: 0.28, eyeBlink: 0.14, noseSneer: 0.1 }, { browInnerUp: 0.34 }),
    mouth: both({ mouthFrown: 0.42, mouthPress: 0.22, mouthDimple: 0.2 }, { mouthShrugLower: 0.3, mouthLeft: 0.08 }),
    headPitch: 0.05,
    headRoll: -0.04,
    gazePitch: 0.05,
    blinkGap: 0.05,
  },
};

/** Spells out weights for both sides, the left a little stronger: an even face looks like a mask. */
function both(
  sided: Record<string, number>,
  single: Partial<Record<Channel, number>> = {},
): Partial<Record<Channel, number>> {
  const weights: Record<string, number> = { ...single };
  for (const [name, weight] of Object.entries(sided)) {
    weights[`${name}Left`] = weight * 1.04;
    weights[`${name}Right`] = weight * 0.96;
  }
  return weights as Partial<Record<Channel, number>>;
}
