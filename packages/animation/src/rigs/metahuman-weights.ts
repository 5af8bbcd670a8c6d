import type { Channel } from '../channels.ts';
import type { MetaHumanCurve } from './metahuman-curves.ts';

type Weights = Partial<Record<MetaHumanCurve, number>>;

/**
 * From Epic's ARKit pose asset (mh_arkit_mapping_pose), as extracted by the ARKitRemap project. Omits an asymmetry in tongueOut
 * (0.07 of tongueRight), and mouthClose, which is not in the asset (see `LIPS_TOGETHER`).
 */
export const ARKIT_WEIGHTS: Partial<Record<Channel, Weights>> = {
  eyeBlinkLeft: { eyeBlinkL: 1 },
  eyeLookDownLeft: { eyeLookDownL: 1 },
  eyeLookInLeft: { eyeLookRightL: 1 },
  eyeLookOutLeft: { eyeLookLeftL: 1 },
  eyeLookUpLeft: { eyeLookUpL: 1 },
  eyeSquintLeft: { eyeSquintInnerL: 1 },
  eyeWideLeft: { eyeWidenL: 1 },
  eyeBlinkRight: { eyeBlinkR: 1 },
  eyeLookDownRight: { eyeLookDownR: 1 },
  eyeLookInRight: { eyeLookLeftR: 1 },
  eyeLookOutRight: { eyeLookRightR: 1 },
  eyeLookUpRight: { eyeLookUpR: 1 },
  eyeSquintRight: { eyeSquintInnerR: 1 },
  eyeWideRight: { eyeWidenR: 1 },
  jawForward: { jawFwd: 1 },
  jawRight: { jawRight: 1 },
  jawLeft: { jawLeft: 1 },
  jawOpen: { jawOpen: 1 },
  mouthFunnel: { mouthFunnelUL: 1, mouthFunnelUR: 1, mouthFunnelDL: 1, mouthFunnelDR: 1 },
  mouthPucker: {
    mouthLipsPurseUL: 1,
    mouthLipsPurseUR: 1,
    mouthLipsPurseDL: 1,
    mouthLipsPurseDR: 1,
    mouthLipsTowardsUL: 0.412,
    mouthLipsTowardsUR: 0.412,
    mouthLipsTowardsDL: 0.412,
    mouthLipsTowardsDR: 0.412,
    mouthFunnelUL: 0.752,
    mouthFunnelUR: 0.752,
    mouthFunnelDL: 0.752,
    mouthFunnelDR: 0.752,
  },
  mouthRight: { mouthRight: 1 },
  mouthLeft: { mouthLeft: 1 },
  mouthSmileLeft: { mouthCornerPullL: 1 },
  mouthSmileRight: { mouthCornerPullR: 1 },
  mouthFrownLeft: { mouthCornerDepressL: 1 },
  mouthFrownRight: { mouthCornerDepressR: 1 },
  mouthDimpleLeft: { mouthDimpleL: 1 },
  mouthDimpleRight: { mouthDimpleR: 1 },
  mouthStretchLeft: { mouthStretchL: 1 },
  mouthStretchRight: { mouthStretchR: 1 },
  mouthRollLower: {
    mouthUpperLipRollInL: 0.499,
    mouthUpperLipRollInR: 0.499,
    mouthLowerLipRollInL: 1,
    mouthLowerLipRollInR: 1,
  },
  mouthRollUpper: { mouthUpperLipRollInL: 0.998, mouthUpperLipRollInR: 0.998 },
  mouthShrugLower: { jawChinRaiseDL: 1, jawChinRaiseDR: 1 },
  mouthShrugUpper: { jawChinRaiseUL: 1, jawChinRaiseUR: 1 },
  mouthPressLeft: { mouthPressUL: 1, mouthPressDL: 1 },
  mouthPressRight: { mouthPressUR: 1, mouthPressDR: 1 },
  mouthLowerDownLeft: { mouthLowerLipDepressL: 1 },
  mouthLowerDownRight: { mouthLowerLipDepressR: 1 },
  mouthUpperUpLeft: { mouthUpperLipRaiseL: 1 },
  mouthUpperUpRight: { mouthUpperLipRaiseR: 1 },
  browDownLeft: { browDownL: 1 },
  browDownRight: { browDownR: 1 },
  browInnerUp: { browLateralL: 1, browLateralR: 1, browRaiseInL: 1, browRaiseInR: 1 },
  browOuterUpLeft: { browRaiseInL: 1, browRaiseOuterL: 1 },
  browOuterUpRight: { browRaiseInR: 1, browRaiseOuterR: 1 },
  cheekPuff: { mouthCheekBlowL: 1, mouthCheekBlowR: 1, mouthLipsBlowL: 1, mouthLipsBlowR: 1 },
  cheekSquintLeft: { eyeCheekRaiseL: 1 },
  cheekSquintRight: { eyeCheekRaiseR: 1 },
  noseSneerLeft: { noseWrinkleL: 1 },
  noseSneerRight: { noseWrinkleR: 1 },
  tongueOut: { tongueDown: 0.826, tongueOut: 0.769, tongueWide: 0.628 },
};

/** Weights for movements that ARKit lacks. */
export const EXTRA_WEIGHTS: Partial<Record<Channel, Weights>> = {
  tongueTipUp: { tongueTipUp: 0.8, tongueUp: 0.25 },
  tongueBackUp: { tongueBendUp: 0.2, tongueUp: 0.6, tongueThick: 0.3 },
  lowerLipBite: { mouthLowerLipBiteL: 0.95, mouthLowerLipBiteR: 0.95 },
  swallow: { neckDigastricUp: 0.4, neckThroatUp: 0.5 },
  nostrils: { noseNostrilDilateL: 1, noseNostrilDilateR: 1, neckThroatInhale: 0.6 },
};

/** The four curves that Epic's animation blueprint sets to clamp(mouthClose / jawOpen), which `lipsTogetherCurve` approximates. */
export const LIPS_TOGETHER = [
  'mouthLipsTogetherUL',
  'mouthLipsTogetherUR',
  'mouthLipsTogetherDL',
  'mouthLipsTogetherDR',
] as const satisfies readonly MetaHumanCurve[];
