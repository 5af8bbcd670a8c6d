import { bell } from '../geometry/mesh/index.ts';
import { type Assets, type Build, boneEnd, shapeBody, type Targets } from '../makehuman/index.ts';
import type { RestingLids } from '../recipes/recipe.ts';
import { addFields } from '../shapes/field.ts';
import { formLips } from '../shapes/lip-form.ts';
import { restLids } from '../shapes/resting-lids.ts';
import { carryHead } from './carry.ts';

export interface Figure {
  build: Build;
  details: Targets;
  /** Weights of the head model's identity components, in standard deviations, by number (0..99). */
  identity: Readonly<Record<number, number>>;
  lids: RestingLids;
  lipForm?: number;
}

/** Size of MakeHuman heads relative to the head model. */
const SIZE = 0.93;
/** Maximum distance from the center of an eyeball for skin to move with it, in meters. The effect fades out toward the limit. */
const EYE_REACH = 0.036;
/** Fraction of that distance within which skin moves fully with the eyeball. */
const EYE_FULL = 0.6;

/** Shapes a body with MakeHuman targets, applies an identity to its head, and adjusts its eyelids and lips. @returns vertices, in meters */
export const shapeFigure = (assets: Assets, figure: Figure): Float32Array =>
  formLips(assets, figure.build, restLids(assets, identify(assets, figure), figure.lids), figure.lipForm);

/** Applies an identity to the head of a body. The eyeballs move with the sockets. */
function identify(assets: Assets, { build, details, identity }: Figure): Float32Array {
  const body = shapeBody(assets, build, details);
  const weights = Object.entries(identity);
  if (weights.length === 0) return body;
  const head = carryHead(assets);
  const moved = addFields(...weights.map(([component, weight]) => [SIZE * weight, head.identity(+component)] as const));
  const { base } = assets;
  const skin = new Set(base.triangles.subarray(0, 3 * base.bodyTriangles));
  const isHead = (v: number): boolean => skin.has(v) && (moved[3 * v] !== 0 || moved[3 * v + 1] !== 0 || moved[3 * v + 2] !== 0);
  const eyes = (['eye.L____head', 'eye.R____head'] as const).map((name) => {
    const center = boneEnd(base, body, name);
    const sums = [0, 0, 0, 0];
    for (let v = 0; v < body.length / 3; v++) {
      const share = bell(distance(body, v, center), EYE_REACH);
      if (share === 0 || !isHead(v)) continue;
      for (let k = 0; k < 3; k++) sums[k]! += share * moved[3 * v + k]!;
      sums[3]! += share;
    }
    return { center, by: sums.slice(0, 3).map((sum) => sum / sums[3]!) };
  });
  for (let v = 0; v < body.length / 3; v++) {
    const near = eyes.map(({ center }) => {
      const away = distance(body, v, center) / EYE_REACH;
      return bell(Math.max(0, away - EYE_FULL) / (1 - EYE_FULL), 1);
    });
    const inside = skin.has(v) ? isHead(v) : near.some((share) => share > 0);
    if (!inside) continue;
    for (let k = 0; k < 3; k++) {
      let own = moved[3 * v + k]!;
      near.forEach((share, i) => {
        own += share * (eyes[i]!.by[k]! - own);
      });
      body[3 * v + k]! += own;
    }
  }
  return body;
}

const distance = (positions: Float32Array, v: number, [x, y, z]: readonly [number, number, number]): number =>
  Math.hypot(positions[3 * v]! - x, positions[3 * v + 1]! - y, positions[3 * v + 2]! - z);
