/** How an actor poses for a portrait. */
export interface Portrait {
  /** Turn of the head, radians: yaw to the actor's right, pitch downwards, roll to the right shoulder. */
  head: readonly [yaw: number, pitch: number, roll: number];
  /** Weights of blend shapes. */
  face: Readonly<Record<string, number>>;
}

/** A smile of the mouth and the cheeks: no face lifts both sides alike. */
const smile = (left: number, right: number): Record<string, number> => ({
  mouthSmileLeft: left,
  mouthSmileRight: right,
  cheekSquintLeft: 0.6 * left,
  cheekSquintRight: 0.6 * right,
});

/** A friendly face of each actor's own. Nobody looks at a photographer as at a passport camera. By the actor's id. */
export const PORTRAITS: Readonly<Record<string, Portrait>> = {
  amara: { head: [-0.14, -0.02, 0.04], face: { ...smile(0.36, 0.28), mouthDimpleLeft: 0.1 } },
  bruno: { head: [0.16, 0.02, -0.02], face: { ...smile(0.12, 0.2), eyeSquintLeft: 0.12, browOuterUpRight: 0.1 } },
  chloe: { head: [-0.12, 0.03, -0.05], face: { ...smile(0.3, 0.4), browOuterUpLeft: 0.08 } },
  dmitri: { head: [0.1, 0.02, 0.03], face: { ...smile(0.2, 0.1), eyeSquintLeft: 0.15, eyeSquintRight: 0.2 } },
  elena: { head: [0.15, 0, 0.03], face: { ...smile(0.16, 0.24), browOuterUpLeft: 0.1 } },
  farid: { head: [-0.12, 0.03, 0.02], face: { ...smile(0.3, 0.22), eyeSquintRight: 0.12 } },
  grace: { head: [0.12, 0.02, -0.05], face: { ...smile(0.42, 0.36), browInnerUp: 0.12, mouthDimpleRight: 0.12 } },
  hiro: { head: [0.13, 0, 0.02], face: { ...smile(0.08, 0.14), browOuterUpRight: 0.12 } },
  jamal: { head: [-0.15, 0.01, -0.02], face: { ...smile(0.26, 0.2), eyeSquintLeft: 0.1 } },
  kavya: { head: [0.14, 0.02, 0.05], face: { ...smile(0.24, 0.32), mouthDimpleLeft: 0.08 } },
  mei: { head: [-0.13, 0.02, 0.04], face: { ...smile(0.28, 0.22), browOuterUpRight: 0.08 } },
};
