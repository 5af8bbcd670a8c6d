import { smoothStep } from '../geometry/mesh/index.ts';
import { boneEnd } from './fit.ts';
import type { BaseMesh, Skinning } from './types.ts';

/** How far the arms rotate down from the MakeHuman rest pose, in radians. */
const ARMS_DOWN = 0.62;
/** Bones that follow the arm fully, and the bone that follows it only in part, with its weight. */
const ARM = /^(upperarm|lowerarm|wrist|finger|metacarpal)/;
const SHOULDER = /^shoulder01/;
const SHOULDER_SHARE = 0.4;
/**
 * Slope of the shoulders, in meters. Lowering the arms leaves the shoulders too high, so vertices between these distances from the middle
 * are lowered. Vertices `above` the arm joint do not move.
 */
const SLOPE = { from: 0.085, to: 0.19, drop: 0.016, above: 0.11 } as const;

/**
 * Lowers the arms by rotating them about the shoulders in the frontal plane.
 * @param positions vertices described by `skinning`, modified in place
 * @param body vertices of the base mesh with raised arms
 */
export function lowerArms(base: BaseMesh, body: Float32Array, skinning: Skinning, positions: Float32Array): void {
  const turns = base.boneNames.map((name) => {
    const share = ARM.test(name) ? 1 : SHOULDER.test(name) ? SHOULDER_SHARE : 0;
    return share * (name.endsWith('.L') ? -ARMS_DOWN : ARMS_DOWN);
  });
  const pivots = { L: boneEnd(base, body, 'upperarm01.L____head'), R: boneEnd(base, body, 'upperarm01.R____head') };
  for (let v = 0; v < positions.length / 3; v++) {
    const [x, y] = [positions[3 * v]!, positions[3 * v + 1]!];
    const [px, py] = x > 0 ? pivots.L : pivots.R;
    for (let i = 0; i < skinning.influences; i++) {
      const turn = turns[skinning.bones[v * skinning.influences + i]!]!;
      const weight = skinning.weights[v * skinning.influences + i]!;
      if (turn === 0 || weight === 0) continue;
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      positions[3 * v]! += weight * (px + cos * (x - px) - sin * (y - py) - x);
      positions[3 * v + 1]! += weight * (py + sin * (x - px) + cos * (y - py) - y);
    }
    const slope = smoothStep(SLOPE.from, SLOPE.to, Math.abs(x)) * smoothStep(py + SLOPE.above, py + 0.7 * SLOPE.above, y);
    positions[3 * v + 1]! -= SLOPE.drop * slope;
  }
}
