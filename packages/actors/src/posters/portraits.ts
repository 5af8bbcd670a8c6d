export interface Portrait {
  /** Head rotation in radians: yaw to the actor's right, pitch downward, and roll toward the right shoulder. */
  head: readonly [yaw: number, pitch: number, roll: number];
  face: Readonly<Record<string, number>>;
}

/** A smile that involves the mouth and the cheeks, slightly asymmetric like a real smile. @param parted how far the lips part, 0..1 */
const smile = (left: number, right: number, parted = 0): Record<string, number> => ({
  mouthSmileLeft: left,
  mouthSmileRight: right,
  cheekSquintLeft: 0.65 * left,
  cheekSquintRight: 0.65 * right,
  eyeSquintLeft: 0.2 * left,
  eyeSquintRight: 0.2 * right,
  jawOpen: 0.14 * parted,
  mouthUpperUpLeft: 0.12 * parted,
  mouthUpperUpRight: 0.12 * parted,
});

/** A friendly pose for each actor, by ID. Otherwise, posters would look like passport photos. */
export const PORTRAITS: Readonly<Record<string, Portrait>> = {
  amara: { head: [-0.14, -0.02, 0.04], face: smile(0.64, 0.6, 0.8) },
  bruno: { head: [0.16, 0.02, -0.02], face: { ...smile(0.4, 0.43), browInnerUp: 0.12 } },
  chloe: { head: [-0.12, 0.03, -0.05], face: smile(0.6, 0.64, 0.8) },
  dmitri: { head: [0.1, 0.02, 0.03], face: { ...smile(0.42, 0.4), browInnerUp: 0.12 } },
  elena: { head: [0.15, 0, 0.03], face: smile(0.52, 0.56, 0.6) },
  farid: { head: [-0.12, 0.03, 0.02], face: smile(0.5, 0.46, 0.4) },
  grace: { head: [0.12, 0.02, -0.05], face: { ...smile(0.6, 0.57, 0.6), browInnerUp: 0.12 } },
  hiro: { head: [0.13, 0, 0.02], face: smile(0.42, 0.45) },
  jamal: { head: [-0.15, 0.01, -0.02], face: smile(0.55, 0.52, 0.6) },
  kavya: { head: [0.14, 0.02, 0.05], face: { ...smile(0.44, 0.47), browInnerUp: 0.1 } },
  mei: { head: [-0.13, 0.02, 0.04], face: smile(0.52, 0.49, 0.6) },
};
