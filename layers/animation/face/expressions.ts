import type { Expression } from '../../contract/index.ts';
import type { Channel } from '../channels.ts';

/** A whole-face expression at level 1. */
export interface ExpressionPose {
  /** Weights of shapes away from the mouth, not attenuated by speech. */
  upper: Partial<Record<Channel, number>>;
  /** Weights of mouth shapes, attenuated where speech needs the lips. */
  mouth: Partial<Record<Channel, number>>;
  /**
   * Share by which the left side exceeds the right; negative where the right is stronger. Felt expressions are nearly
   * symmetric.
   */
  asymmetry: number;
  /** Times to appear and to disappear, s. */
  onset: number;
  offset: number;
  /** Offsets of head and gaze, rad; pitch is positive downwards, yaw is positive to the right. */
  headPitch: number;
  headYaw: number;
  headRoll: number;
  gazePitch: number;
  /** Change of the size of nods, turns and brow raises, and of the speed of idle head movement, as shares. */
  liveliness: number;
  tempo: number;
  /** Change of the time between blinks, as a share. */
  blinkGap: number;
  /** Added to the share of phrases that start with averted gaze. */
  aversion: number;
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
  tempo: 0,
  blinkGap: 0,
  aversion: 0,
};

/**
 * The six expressions as combinations of action units: happy 6+12+25, sad 1+4+15+17, surprise 1+2+5+26 and fear
 * 1+2+4+5+7+20+25 after Ekman, Friesen & Hager (FACS, 2002) and the prototypes of Du, Tao & Martinez (2014).
 * Disappointment has no prototype: the sadness of 1+4+15+17 with the tightened, dimpled lips of disapproval (14, 24)
 * and lowered lids. Weights and times are our own, tuned by eye: sadness changes slowly and reduces head movement,
 * surprise appears within a fifth of a second.
 */
export const EXPRESSION_POSES: Readonly<Record<Expression, ExpressionPose>> = {
  neutral: NEUTRAL,
  happy: {
    ...NEUTRAL,
    upper: expandSides({ cheekSquint: 0.7, eyeSquint: 0.2, browOuterUp: 0.12 }, { browInnerUp: 0.1 }),
    mouth: expandSides(
      { mouthSmile: 0.88, mouthDimple: 0.12, mouthUpperUp: 0.22, mouthLowerDown: 0.1 },
      { jawOpen: 0.05 },
    ),
    asymmetry: 0.05,
    onset: 0.4,
    headPitch: -0.025,
    headRoll: 0.03,
    liveliness: 0.25,
    tempo: 0.15,
    aversion: -0.1,
  },
  sad: {
    ...NEUTRAL,
    upper: expandSides({ browDown: 0.14, eyeSquint: 0.1, eyeBlink: 0.16 }, { browInnerUp: 0.85 }),
    mouth: expandSides({ mouthFrown: 0.75, mouthLowerDown: 0.05 }, { mouthShrugLower: 0.3 }),
    asymmetry: 0.03,
    onset: 0.8,
    offset: 1.3,
    headPitch: 0.1,
    headRoll: 0.04,
    gazePitch: 0.07,
    liveliness: -0.5,
    tempo: -0.35,
    blinkGap: 0.15,
    aversion: 0.2,
  },
  surprise: {
    ...NEUTRAL,
    upper: expandSides({ browOuterUp: 0.85, eyeWide: 0.8 }, { browInnerUp: 0.9 }),
    mouth: expandSides({ mouthUpperUp: 0.06 }, { jawOpen: 0.2, mouthFunnel: 0.1 }),
    asymmetry: 0.02,
    onset: 0.2,
    offset: 0.6,
    headPitch: -0.06,
    liveliness: 0.25,
    tempo: 0.2,
    blinkGap: 0.15,
    aversion: -0.2,
  },
  fear: {
    ...NEUTRAL,
    upper: expandSides(
      { browDown: 0.42, browOuterUp: 0.3, eyeWide: 0.85, eyeSquint: 0.15, noseSneer: 0.06 },
      { browInnerUp: 0.9 },
    ),
    mouth: expandSides({ mouthStretch: 0.75, mouthLowerDown: 0.3, mouthFrown: 0.14 }, { jawOpen: 0.06 }),
    asymmetry: -0.03,
    onset: 0.28,
    offset: 0.9,
    headPitch: -0.04,
    headYaw: 0.03,
    liveliness: -0.2,
    tempo: 0.6,
    blinkGap: -0.12,
    aversion: 0.15,
  },
  disappointed: {
    ...NEUTRAL,
    upper: expandSides({ browDown: 0.36, eyeSquint: 0.3, eyeBlink: 0.16, noseSneer: 0.1 }, { browInnerUp: 0.42 }),
    mouth: expandSides(
      { mouthFrown: 0.6, mouthPress: 0.35, mouthDimple: 0.35 },
      { mouthShrugLower: 0.34, mouthShrugUpper: 0.12, mouthLeft: 0.1 },
    ),
    asymmetry: 0.12,
    onset: 0.6,
    offset: 1,
    headPitch: 0.05,
    headYaw: 0.04,
    headRoll: -0.06,
    gazePitch: 0.04,
    liveliness: -0.25,
    tempo: -0.15,
    blinkGap: 0.05,
    aversion: 0.15,
  },
};

/** Expands the weights of paired shapes to both sides. */
function expandSides(
  paired: Record<string, number>,
  single: Partial<Record<Channel, number>> = {},
): Partial<Record<Channel, number>> {
  const weights: Record<string, number> = { ...single };
  for (const [name, weight] of Object.entries(paired)) {
    weights[`${name}Left`] = weight;
    weights[`${name}Right`] = weight;
  }
  return weights as Partial<Record<Channel, number>>;
}
