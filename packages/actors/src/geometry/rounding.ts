import type { BaseMesh } from '../makehuman/index.ts';
import { findMouthCavity } from '../shapes/linings.ts';
import { smoothStep } from './mesh/index.ts';

/** A part of the base mesh to round. */
interface Region {
  /** Center and radii of an ellipsoid, in meters. It is mirrored on the other side. */
  center: readonly [x: number, y: number, z: number];
  radii: readonly [x: number, y: number, z: number];
  passes: number;
  /** Step factors for each pass. The second step undoes the shrinkage of the first (Taubin 1995, "A signal processing approach"). */
  steps: readonly [shrink: number, grow: number];
}

/** In the MakeHuman mesh, the rims and lobes of the ears have sharp corners. */
const EAR: Region = { center: [0.094, 0.74, 0.055], radii: [0.016, 0.052, 0.047], passes: 8, steps: [0.6, -0.61] };
/** The tip and wings of the nose meet the underside at a sharp edge. */
const NOSE: Region = { center: [0.005, 0.689, 0.16], radii: [0.017, 0.013, 0.016], passes: 8, steps: [0.6, -0.52] };
/** Below the jaw, the mesh meets the neck at a sharp edge, which shows as a bright line or a step. */
const JAW: Region = { center: [0.025, 0.622, 0.095], radii: [0.045, 0.024, 0.05], passes: 12, steps: [0.6, -0.56] };
/** Range of distances from the center over which smoothing fades in, in multiples of the radii. */
const EDGE = { from: 1.1, to: 0.8 } as const;

/** Rounds the ears, the underside of the nose, and the edge between jaw and neck. Modifies `positions` in place. */
export function roundHead(positions: Float32Array, base: BaseMesh, triangles: Uint32Array): void {
  // Exclude the floor of the mouth, which is near the edge of the jaw and would rise.
  const { vertices: inside } = findMouthCavity(base);
  for (const region of [EAR, NOSE, JAW]) roundRegion(region, positions, base.positions, triangles, inside);
}

function roundRegion(
  { center, radii, passes, steps }: Region,
  positions: Float32Array,
  base: Float32Array,
  triangles: Uint32Array,
  inside: ReadonlySet<number>,
): void {
  const shares = new Map<number, number>();
  for (let v = 0; v < base.length / 3; v++) {
    const away = Math.hypot(...center.map((c, k) => ((k === 0 ? Math.abs(base[3 * v]!) : base[3 * v + k]!) - c) / radii[k]!));
    if (away < EDGE.from && !inside.has(v)) shares.set(v, smoothStep(EDGE.from, EDGE.to, away));
  }
  const beside = new Map([...shares.keys()].map((v) => [v, new Set<number>()]));
  triangles.forEach((a, k) => {
    const b = triangles[k % 3 === 2 ? k - 2 : k + 1]!;
    beside.get(a)?.add(b);
    beside.get(b)?.add(a);
  });
  for (let pass = 0; pass < passes; pass++)
    for (const step of steps) {
      const before = positions.slice();
      for (const [v, others] of beside)
        for (let k = 0; k < 3; k++) {
          let sum = 0;
          for (const other of others) sum += before[3 * other + k]!;
          if (others.size > 0) positions[3 * v + k]! += shares.get(v)! * step * (sum / others.size - before[3 * v + k]!);
        }
    }
}
