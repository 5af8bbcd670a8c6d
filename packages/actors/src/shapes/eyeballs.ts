import { fitSphere, smoothStep } from '../geometry/mesh/index.ts';
import { type Assets, fitProxy, type PolygonMesh } from '../makehuman/index.ts';
import type { Eyeball } from './lids.ts';

/** MakeHuman eyes, which are eyeballs with corneas. */
export const EYES = 'eyes/HighPolyEyes';
/** Maximum distance of the iris behind the front of the eyeball, in meters. */
const IRIS_DEPTH = 0.0045;
/** Where the cornea starts in the MakeHuman eye texture, in both directions. */
const CORNEA_UV = 0.85;

/** Returns true if the triangle with this first index is part of the eyeball rather than the cornea. */
export function isEyeball({ uvs, uvTriangles }: PolygonMesh, triangle: number): boolean {
  const uv = uvTriangles[triangle]!;
  return !(uvs[2 * uv]! > CORNEA_UV && uvs[2 * uv + 1]! > CORNEA_UV);
}

/** Finds the eyeballs of a body by fitting spheres to the whites of the eyes. */
export function findEyeballs(assets: Assets, body: Float32Array): { left: Eyeball; right: Eyeball } {
  const proxy = assets.proxy(EYES);
  const positions = fitProxy(proxy, body, 1);
  const white = new Set<number>();
  for (let t = 0; t < proxy.triangles.length; t += 3)
    if (isEyeball(proxy, t)) for (let k = t; k < t + 3; k++) white.add(proxy.triangles[k]!);
  const [left, right] = [1, -1].map((side) => {
    const own = [...white].filter((v) => positions[3 * v]! * side > 0);
    const front = Math.max(...own.map((v) => positions[3 * v + 2]!));
    const behindIris = own.filter((v) => positions[3 * v + 2]! < front - IRIS_DEPTH);
    return fitSphere(Float32Array.from(behindIris.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])));
  });
  return { left: left!, right: right! };
}

/** Range of angles from the viewing axis over which an eyeball changes from the concave iris to a sphere, in radians. */
const IRIS_EDGE = { from: 0.5, to: 0.65 };

/** Makes eyeballs round, in place. Otherwise, in a stretched face, they would poke through the eyelids when they turn. */
export function roundEyeballs(positions: Float32Array, eyes: readonly Eyeball[]): void {
  for (let v = 0; v < positions.length; v += 3) {
    const { center, radius } = eyes.find(({ center }) => center[0] * positions[v]! > 0) ?? eyes[0]!;
    const [x, y, z] = [0, 1, 2].map((k) => positions[v + k]! - center[k]!) as [number, number, number];
    const distance = Math.hypot(x, y, z);
    const white = smoothStep(IRIS_EDGE.from, IRIS_EDGE.to, Math.atan2(Math.hypot(x, y), z));
    const wanted = white * radius + (1 - white) * Math.min(radius, distance);
    [x, y, z].forEach((value, k) => {
      positions[v + k] = center[k]! + (value * wanted) / distance;
    });
  }
}
