/** Channels of a solved clip: Apple's 52 ARKit face shapes, nine rotations, and other articulation. Rigs map them to columns. */

/** The 52 ARKit shapes, 0..1, in the order of Live Link Face. Left and right are from the character's point of view. */
export const SHAPES = [
  'eyeBlinkLeft',
  'eyeLookDownLeft',
  'eyeLookInLeft',
  'eyeLookOutLeft',
  'eyeLookUpLeft',
  'eyeSquintLeft',
  'eyeWideLeft',
  'eyeBlinkRight',
  'eyeLookDownRight',
  'eyeLookInRight',
  'eyeLookOutRight',
  'eyeLookUpRight',
  'eyeSquintRight',
  'eyeWideRight',
  'jawForward',
  'jawRight',
  'jawLeft',
  'jawOpen',
  'mouthClose',
  'mouthFunnel',
  'mouthPucker',
  'mouthRight',
  'mouthLeft',
  'mouthSmileLeft',
  'mouthSmileRight',
  'mouthFrownLeft',
  'mouthFrownRight',
  'mouthDimpleLeft',
  'mouthDimpleRight',
  'mouthStretchLeft',
  'mouthStretchRight',
  'mouthRollLower',
  'mouthRollUpper',
  'mouthShrugLower',
  'mouthShrugUpper',
  'mouthPressLeft',
  'mouthPressRight',
  'mouthLowerDownLeft',
  'mouthLowerDownRight',
  'mouthUpperUpLeft',
  'mouthUpperUpRight',
  'browDownLeft',
  'browDownRight',
  'browInnerUp',
  'browOuterUpLeft',
  'browOuterUpRight',
  'cheekPuff',
  'cheekSquintLeft',
  'cheekSquintRight',
  'noseSneerLeft',
  'noseSneerRight',
  'tongueOut',
] as const;

/** Rotations in radians, with Live Link Face signs. Positive yaw is to the character's right, pitch down, roll to the right. */
export const ROTATIONS = [
  'headYaw',
  'headPitch',
  'headRoll',
  'leftEyeYaw',
  'leftEyePitch',
  'leftEyeRoll',
  'rightEyeYaw',
  'rightEyePitch',
  'rightEyeRoll',
] as const;

/** Movements that ARKit lacks, 0..1. `lowerLipBite` tucks the lip under the upper teeth. `breath` is how full the chest is. */
export const NON_ARKIT_SHAPES = ['tongueTipUp', 'tongueBackUp', 'lowerLipBite', 'swallow', 'nostrils', 'breath'] as const;
/** Every channel of a solved clip, in order. */
export const CHANNELS = [...SHAPES, ...ROTATIONS, ...NON_ARKIT_SHAPES] as const;

export type Shape = (typeof SHAPES)[number];
export type Channel = (typeof CHANNELS)[number];
