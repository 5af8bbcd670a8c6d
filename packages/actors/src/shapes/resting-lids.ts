import type { Assets } from '../makehuman/types.ts';
import type { RestingLids } from '../recipes/recipe.ts';
import { LIMBUS } from '../textures/eye.ts';
import { findEyeballs } from './eyeballs.ts';
import { addFields, type Field, Symmetry } from './field.ts';
import { Lids } from './lids.ts';

/** Number of steps in which the eyelids move. Several are needed because skin near the edges slides over the eyeball. */
const STEPS = 3;

/** Raises or lowers the eyelids of a symmetric body until they cover the given fractions of the irises. @returns its vertices */
export function restLids(assets: Assets, body: Float32Array, wanted: RestingLids): Float32Array {
  const { base } = assets;
  const symmetry = new Symmetry(base.positions);
  const triangles = base.triangles.subarray(0, 3 * base.bodyTriangles);
  const { left: eye } = findEyeballs(assets, body);
  const heightOf = (cover: number): number => Math.asin((LIMBUS * (1 - 2 * cover)) / eye.radius);
  let positions = body;
  for (let step = STEPS; step > 0; step--) {
    const lids = new Lids(eye, positions, triangles);
    const { upper, lower } = lids.edgesAt(eye.center[0]);
    const share = 1 / (step * (upper - lower));
    const left: Field = lids.keepOutside(
      positions,
      lids.createLidField(positions, {
        upper: (upper - heightOf(wanted.upper)) * share,
        lower: (-heightOf(wanted.lower) - lower) * share,
      }),
    );
    positions = addFields([1, positions], [1, left], [1, symmetry.mirror(left)]);
  }
  return positions;
}
