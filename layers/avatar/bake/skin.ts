import { type Assets, type Recipe, shapeBody } from '../human/index.ts';
import { bell, ease } from '../mesh/index.ts';
import { findEyeballs, lipPlace, studyFace } from '../shapes/index.ts';
import { drawValues, repackSkin } from './atlas.ts';

/** What the painter of a skin is told of the face, one value a pixel, 0..1. */
export interface SkinMasks {
  size: number;
  /** The red of the lips. */
  lips: Float32Array;
  /** Forehead, nose and chin, where skin shines. */
  oily: Float32Array;
  /** Where pores are: not on the lids and the lips. */
  pores: Float32Array;
}

/** Draws what the painter must know of an actor's face into its texture. */
export function maskSkin(recipe: Recipe, assets: Assets, size: number): SkinMasks {
  const { base } = assets;
  const face = studyFace(assets, recipe.build, shapeBody(assets, recipe.build, recipe.details));
  const eyes = findEyeballs(assets, face.positions);
  const { positions, line, open } = face;
  const count = positions.length / 3;
  const [lips, oily, pores] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const [, eyeY, eyeZ] = eyes.left.centre;
  const mouthY = line.y[line.y.length >> 1]!;
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!];
    if (z < eyeZ - 0.12 || y < mouthY - 0.2) continue;
    const { above, within, before } = lipPlace(line, x, y, z, open[3 * v + 1]!);
    const near = Math.abs(x) < line.half + 0.004 && before > -0.03;
    const height = 0.0085 * Math.sqrt(Math.max(0, 1 - (x / (line.half + 0.001)) ** 2));
    lips[v] = near ? within * ease(height + 0.002, height - 0.001, Math.abs(above)) : 0;
    const front = ease(eyeZ - 0.02, eyeZ + 0.01, z);
    const forehead = bell(x, 0.045) * bell(y - eyeY - 0.055, 0.035);
    const nose = bell(x, 0.016) * ease(mouthY + 0.012, mouthY + 0.025, y) * ease(eyeY + 0.03, eyeY, y);
    const chin = bell(x, 0.02) * bell(y - mouthY + 0.034, 0.018);
    oily[v] = front * Math.max(0.8 * forehead, nose, 0.6 * chin);
    const lid = [eyes.left, eyes.right].reduce(
      (least, { centre, radius }) => Math.min(least, Math.hypot(x - centre[0], y - centre[1], z - centre[2]) / radius),
      9,
    );
    pores[v] = (1 - lips[v]!) * ease(1.2, 1.7, lid);
  }
  const mesh = repackSkin(base);
  const draw = (values: Float32Array): Float32Array => drawValues(mesh, base.bodyTriangles, values, size);
  return { size, lips: draw(lips), oily: draw(oily), pores: draw(pores) };
}
