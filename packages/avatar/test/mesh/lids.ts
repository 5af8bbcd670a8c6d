import type { ActorModel } from '../../src/index.ts';
import { selectVertices } from './subset.ts';

const MM = 1e-3;
/** Skin that is farther than this from the surface of an eyeball is not a lid. If it is closer, it is the inner sheet of the lid. */
const NEAR = 7 * MM;
const INNER = 0.5 * MM;
/** The vertices of both eyeballs are closer than this to their joint. */
const EYEBALL = 25 * MM;

/** Returns a function that measures how deep the lids are inside the eyeballs, in meters, no matter how the eyes are turned. */
export function findLids(actor: ActorModel): (weights: ReadonlyMap<string, number>) => number {
  const [skin, eyeballs] = (['skin', 'eye'] as const).map((name) => actor.parts.find(({ substance }) => substance === name)) as [
    ActorModel['parts'][number],
    ActorModel['parts'][number],
  ];
  const eyes = (['leftEye', 'rightEye'] as const).map((name) => {
    const [cx, cy, cz] = actor.joints.find((joint) => joint.name === name)!.position;
    const away = (x: number, y: number, z: number): number => Math.hypot(x - cx, y - cy, z - cz);
    let radius = 0;
    for (let at = 0; at < eyeballs.positions.length; at += 3) {
      const distance = away(eyeballs.positions[at]!, eyeballs.positions[at + 1]!, eyeballs.positions[at + 2]!);
      if (distance < EYEBALL && eyeballs.positions[at + 2]! > cz) radius = Math.max(radius, distance);
    }
    const isLid = (_: number, x: number, y: number, z: number): boolean =>
      z > cz && away(x, y, z) < radius + NEAR && away(x, y, z) > radius + INNER;
    return { away, radius, lids: selectVertices(skin, isLid) };
  });
  return (weights) => {
    let most = 0;
    for (const { away, radius, lids } of eyes) {
      const posed = lids.pose(weights);
      for (let at = 0; at < posed.length; at += 3) most = Math.max(most, radius - away(posed[at]!, posed[at + 1]!, posed[at + 2]!));
    }
    return most;
  };
}
