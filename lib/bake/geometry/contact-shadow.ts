import type { Part } from '../../../layers/avatar/model/index.ts';
import { at, smoothStep } from './mesh/index.ts';

/** Skin nearer than this to a garment lies in its shadow, metres: between two of its vertices rays from them miss a collar. */
const REACH = 0.03;
/** How much of the light is left where a garment lies on the skin. */
const LEAST = 0.2;
/** A garment is known by places no farther apart than this, metres. */
const STEP = 0.008;

/**
 * Darkens skin beside garments: a collar that stands off the neck lets no light in behind it.
 *
 * @param occlusion of the skin's vertices, as `occlude` finds it
 * @returns what is left of it
 */
export function bakeContactShadow(
  { positions }: Part,
  occlusion: Float32Array,
  clothes: readonly Part[],
): Float32Array {
  const cubes = new Map<number, number[]>();
  const cubeOf = (x: number, y: number, z: number): number =>
    (Math.floor(x / REACH) + CUBES) * 4 * CUBES * CUBES +
    (Math.floor(y / REACH) + CUBES) * CUBES * 2 +
    Math.floor(z / REACH) +
    CUBES;
  for (const cloth of clothes)
    visitPlaces(cloth, (x, y, z) => {
      const cube = cubeOf(x, y, z);
      const found = cubes.get(cube);
      if (found) found.push(x, y, z);
      else cubes.set(cube, [x, y, z]);
    });
  const distanceTo = (x: number, y: number, z: number): number => {
    let least = REACH * REACH;
    for (const dx of [-REACH, 0, REACH])
      for (const dy of [-REACH, 0, REACH])
        for (const dz of [-REACH, 0, REACH]) {
          const places = cubes.get(cubeOf(x + dx, y + dy, z + dz));
          if (!places) continue;
          for (let k = 0; k < places.length; k += 3) {
            least = Math.min(least, (places[k]! - x) ** 2 + (places[k + 1]! - y) ** 2 + (places[k + 2]! - z) ** 2);
          }
        }
    return Math.sqrt(least);
  };
  return occlusion.map(
    (open, v) => open * (LEAST + (1 - LEAST) * smoothStep(0, REACH, distanceTo(...at(positions, v)))),
  );
}

/** Cubes to each side of the origin. */
const CUBES = 1024;

/** Visits places all over a garment. */
function visitPlaces({ positions, indices }: Part, visit: (x: number, y: number, z: number) => void): void {
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [at(positions, indices[t]!), at(positions, indices[t + 1]!), at(positions, indices[t + 2]!)];
    const longest = Math.max(
      ...[
        [a, b],
        [b, c],
        [c, a],
      ].map(([from, to]) => Math.hypot(...from!.map((value, k) => value - to![k]!))),
    );
    const parts = Math.max(1, Math.ceil(longest / STEP));
    for (let i = 0; i <= parts; i++)
      for (let j = 0; j <= parts - i; j++) {
        const [wa, wb, wc] = [i / parts, j / parts, (parts - i - j) / parts];
        visit(wa * a[0] + wb * b[0] + wc * c[0], wa * a[1] + wb * b[1] + wc * c[1], wa * a[2] + wb * b[2] + wc * c[2]);
      }
  }
}
