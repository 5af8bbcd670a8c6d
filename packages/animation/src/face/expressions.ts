import type { Expression } from '@talking-avatar/contract';
import type { Channel } from '../channels.ts';

/** A whole-face expression at level 1. */
export interface ExpressionPose {
  /** Weights of shapes away from the mouth. Speech does not attenuate them. */
  upper: Partial<Record<Channel, number>>;
  /** Weights of mouth shapes. They are attenuated where speech needs the lips. */
  mouth: Partial<Record<Channel, number>>;
  /** How much stronger the left side is than the right; negative if the right is stronger. Genuine expressions are nearly symmetric. */
  asymmetry: number;
  /** Time to appear and to fade, in s. */
  onset: number;
  offset: number;
  /** Head and gaze offsets, in radians. Positive pitch is down; positive yaw is to the right. */
  headPitch: number;
  headYaw: number;
  headRoll: number;
  gazePitch: number;
  /** Relative change in the size of head movements and brow raises. */
  liveliness: number;
  /** Relative changes in jaw opening and lip rounding during speech, and the lip spread in vowels, 0..1. */
  jaw: number;
  round: number;
  spread: number;
}

const NEUTRAL: ExpressionPose = {
  upper: {},
  mouth: {},
  asymmetry: 0,
  onset: 0.45,
  offset: 0.7,
  headPitch: 0,
  headYaw: 0,
  headRoll: 0,
  gazePitch: 0,
  liveliness: 0,
  jaw: 0,
  round: 0,
  spread: 0,
};

/**
 * Expressions as action units: happy 6+12+25, sad 1+4+15+17, surprise 1+2+5+26, fear 1+2+4+5+7+20+25 (Ekman, Friesen & Hager, FACS, 2002;
 * Du, Tao & Martinez 2014). Disappointment combines disapproval (4, 14 on one side, 24) with sad lips (15, 17) and lowered eyelids,
 * because raised inner brows would read as sadness. Weights and timing are tuned by eye.
 */
export const EXPRESSION_POSES: Readonly<Record<Expression, ExpressionPose>> = {
  neutral: NEUTRAL,
  happy: {
    ...NEUTRAL,
    upper: expandSides({ cheekSquint: 0.85, eyeSquint: 0.32, browOuterUp: 0.14 }, { browInnerUp: 0.1 }),
    mouth: expandSides({ mouthSmile: 1, mouthDimple: 0.14, mouthUpperUp: 0.45, mouthLowerDown: 0.15 }, { jawOpen: 0.1 }),
    asymmetry: 0.06,
    onset: 0.4,
    headPitch: -0.025,
    headRoll: 0.04,
    liveliness: 0.25,
    spread: 0.3,
    jaw: 0.08,
    round: -0.4,
  },
  sad: {
    ...NEUTRAL,
    upper: expandSides({ browDown: 0.06, eyeBlink: 0.22 }, { browInnerUp: 1 }),
    mouth: expandSides({ mouthFrown: 0.95, mouthLowerDown: 0.05 }, { mouthShrugLower: 0.42 }),
    asymmetry: 0.05,
    onset: 0.8,
    offset: 1.3,
    headPitch: 0.11,
    headRoll: 0.07,
    gazePitch: 0.09,
    liveliness: -0.5,
    jaw: -0.2,
  },
  surprise: {
    ...NEUTRAL,
    upper: expandSides({ browOuterUp: 1, eyeWide: 1 }, { browInnerUp: 1, nostrils: 0.15 }),
    mouth: expandSides({ mouthUpperUp: 0.06 }, { jawOpen: 0.32, mouthFunnel: 0.16 }),
    asymmetry: 0.04,
    onset: 0.2,
    offset: 0.6,
    headPitch: -0.06,
    liveliness: 0.25,
    jaw: 0.12,
  },
  fear: {
    ...NEUTRAL,
    upper: expandSides({ browDown: 0.24, eyeWide: 1, eyeSquint: 0.2, noseSneer: 0.14 }, { browInnerUp: 1, nostrils: 0.4 }),
    mouth: expandSides({ mouthStretch: 1, mouthLowerDown: 0.42, mouthFrown: 0.22, mouthPress: 0.16 }),
    asymmetry: -0.05,
    onset: 0.28,
    offset: 0.9,
    headPitch: -0.03,
    headYaw: 0.06,
    liveliness: -0.2,
    spread: 0.28,
    jaw: -0.22,
  },
  disappointed: {
    ...NEUTRAL,
    upper: expandSides({ browDown: 0.62, eyeSquint: 0.36, eyeBlink: 0.28, noseSneer: 0.14 }),
    mouth: expandSides(
      { mouthFrown: 0.62, mouthPress: 0.45 },
      { mouthShrugLower: 0.45, mouthShrugUpper: 0.3, mouthLeft: 0.34, mouthDimpleLeft: 0.5, mouthDimpleRight: 0.15 },
    ),
    asymmetry: 0.2,
    onset: 0.6,
    offset: 1,
    headPitch: 0.06,
    headYaw: 0.08,
    headRoll: -0.08,
    gazePitch: 0.1,
    liveliness: -0.25,
    jaw: -0.12,
  },
};

/** Copies the weights of paired shapes to both sides. */
function expandSides(paired: Record<string, number>, single: Partial<Record<Channel, number>> = {}): Partial<Record<Channel, number>> {
  const weights: Record<string, number> = { ...single };
  for (const [name, weight] of Object.entries(paired)) {
    weights[`${name}Left`] = weight;
    weights[`${name}Right`] = weight;
  }
  return weights as Partial<Record<Channel, number>>;
}
