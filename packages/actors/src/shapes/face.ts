import type { Assets, Build } from '../makehuman/index.ts';
import { createCornerSmoother } from './corners.ts';
import { addFields, type Field, Symmetry, unitField } from './field.ts';
import { findMouthCavity, type Lining, retractMouthCavity } from './linings.ts';
import { findLipLine, type LipLine } from './lips.ts';
import { closeLipGap } from './seal.ts';

/** How far the jaw opens at a weight of 1, as a weight of MakeHuman's `mouth-open`. */
const JAW_OPEN = 0.95;

/** Geometry and landmarks needed to build the shapes of a face. */
export interface Face {
  /** Base mesh vertices for this actor, with closed lips. */
  positions: Float32Array;
  triangles: Uint32Array;
  symmetry: Symmetry;
  /** Field of the MakeHuman open jaw, which tells the lips apart. */
  open: Field;
  line: LipLine;
  cavity: Lining;
}

/** Finds the lip line of a body. The lips do not have to be closed yet. @param body base mesh vertices */
export function findLips(assets: Assets, build: Build, body: Float32Array): Pick<Face, 'line' | 'open' | 'cavity'> {
  const cavity = findMouthCavity(assets.base);
  const open = new Symmetry(assets.base.positions).symmetrize(addFields([JAW_OPEN, unitField(assets, build, 'mouth-open')]));
  return { line: findLipLine(body, open, trianglesOf(assets), cavity), open, cavity };
}

const trianglesOf = ({ base }: Assets): Uint32Array => base.triangles.subarray(0, 3 * base.bodyTriangles);

/** Finds the landmarks of a face and closes its lips. @param body base mesh vertices for this actor */
export function analyzeFace(assets: Assets, build: Build, body: Float32Array): Face {
  const symmetry = new Symmetry(assets.base.positions);
  const triangles = trianglesOf(assets);
  const { line: rough, open: unsealed, cavity } = findLips(assets, build, body);
  const formed = createCornerSmoother(body, triangles, rough, symmetry)(body);
  const line = findLipLine(formed, unsealed, triangles, cavity);
  const sealed = addFields(
    [1, formed],
    [1, symmetry.symmetrize(closeLipGap(formed, new Float32Array(body.length), line, unsealed, triangles))],
  );
  const positions = addFields([1, sealed], [1, retractMouthCavity(sealed, triangles, cavity)]);
  const open = addFields([1, unsealed], [1, retractMouthCavity(addFields([1, positions], [1, unsealed]), triangles, cavity)]);
  return { positions, triangles, symmetry, open, line, cavity };
}
