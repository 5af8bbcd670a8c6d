import { smoothStep } from './mesh/index.ts';

/** Where the ears of the base mesh are, as an ellipsoid: its centre and its radii, metres; mirrored to the other side. */
const EAR = { centre: [0.094, 0.74, 0.055], radii: [0.016, 0.052, 0.047] } as const;
/** Distances from the centre, radii, between which smoothing sets in. */
const EDGE = { from: 1.1, to: 0.85 } as const;
/** Passes, and the steps of each: the second undoes the shrinking by the first (Taubin 1995, "A signal processing approach"). */
const PASSES = 8;
const STEPS = [0.6, -0.61] as const;

/**
 * Rounds the ears, whose rims and lobes have corners in MakeHuman's mesh.
 *
 * @param positions of the body on an actor, 3 per vertex, changed in place
 * @param base positions of the base mesh, metres
 */
export function roundEars(positions: Float32Array, base: Float32Array, triangles: Uint32Array): void {
  const shares = new Map<number, number>();
  for (let v = 0; v < base.length / 3; v++) {
    const away = Math.hypot(
      ...EAR.centre.map((c, k) => ((k === 0 ? Math.abs(base[3 * v]!) : base[3 * v + k]!) - c) / EAR.radii[k]!),
    );
    if (away < EDGE.from) shares.set(v, smoothStep(EDGE.from, EDGE.to, away));
  }
  const beside = new Map([...shares.keys()].map((v) => [v, new Set<number>()]));
  triangles.forEach((a, k) => {
    const b = triangles[k % 3 === 2 ? k - 2 : k + 1]!;
    beside.get(a)?.add(b);
    beside.get(b)?.add(a);
  });
  for (let pass = 0; pass < PASSES; pass++)
    for (const step of STEPS) {
      const before = positions.slice();
      for (const [v, others] of beside)
        for (let k = 0; k < 3; k++) {
          let sum = 0;
          for (const other of others) sum += before[3 * other + k]!;
          if (others.size > 0)
            positions[3 * v + k]! += shares.get(v)! * step * (sum / others.size - before[3 * v + k]!);
        }
    }
}
