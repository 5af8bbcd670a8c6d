import { at, bell } from '../geometry/mesh/index.ts';
import type { Assets, Build } from '../makehuman/index.ts';
import { addFields, createField, type Field, Symmetry, unitField } from './field.ts';
import { fitHinge, type Hinge } from './jaw.ts';
import { findLipLine, type LipLine } from './lips.ts';
import { findMouthCavity, type MouthCavity, retractMouthCavity } from './mouth-cavity.ts';
import { closeLipGap } from './seal.ts';

/** Jaw opening at weight 1, as a weight of MakeHuman's `mouth-open`. */
const JAW_OPEN = 0.95;
/** Helper vertices of the base mesh for the teeth. */
const TEETH = { from: 14992, to: 15112 };
/** Of these, vertices that the open mouth moves farther than this belong to the lower row, metres. */
const LOWER_ROW = 0.008;

/** Geometry and landmarks of a face, from which its shapes are built. */
export interface Face {
  /** Vertices of the base mesh on this actor, with closed lips. */
  positions: Float32Array;
  /** Triangles of the body. */
  triangles: Uint32Array;
  symmetry: Symmetry;
  /** Field of the fully open jaw. */
  open: Field;
  hinge: Hinge;
  line: LipLine;
  cavity: MouthCavity;
  /** Returns a MakeHuman expression unit. */
  unit(name: string): Field;
}

/**
 * Finds the landmarks of a face and closes its lips.
 *
 * @param body vertices of the base mesh on this actor
 */
export function analyzeFace(assets: Assets, build: Build, body: Float32Array): Face {
  const { base } = assets;
  const symmetry = new Symmetry(base.positions);
  const unit = (name: string): Field => unitField(assets, build, name);
  const triangles = base.triangles.subarray(0, 3 * base.bodyTriangles);
  const cavity = findMouthCavity(base);
  const unsealed = symmetry.symmetrize(addFields([JAW_OPEN, unit('mouth-open')]));
  const lowerTeeth: number[] = [];
  for (let v = TEETH.from; v < TEETH.to; v++) if (Math.hypot(...at(unsealed, v)) > LOWER_ROW) lowerTeeth.push(v);
  const line = findLipLine(body, unsealed, triangles, cavity);
  const sealed = addFields(
    [1, body],
    [1, symmetry.symmetrize(closeLipGap(body, new Float32Array(body.length), line, unsealed, triangles))],
  );
  const positions = addFields([1, sealed], [1, retractMouthCavity(sealed, triangles, cavity)]);
  const open = addFields(
    [1, unsealed],
    [1, retractMouthCavity(addFields([1, positions], [1, unsealed]), triangles, cavity)],
  );
  return { positions, triangles, symmetry, open, hinge: fitHinge(body, open, lowerTeeth), line, cavity, unit };
}

/**
 * Creates a field that displaces the surroundings of a point smoothly.
 *
 * @param reach radius, metres
 * @param by displacement at the point, metres
 */
export const pushField = (
  { positions }: Face,
  [x0, y0, z0]: readonly [number, number, number],
  reach: number,
  by: readonly [number, number, number],
): Field =>
  createField(positions, (x, y, z) => {
    const share = bell(Math.hypot(x - x0, y - y0, (z - z0) * 0.7), reach);
    return share > 0 ? [share * by[0], share * by[1], share * by[2]] : undefined;
  });

/** Adds the mirror image to a field of the actor's left. */
export const mirrorField = ({ symmetry }: Face, left: Field): Field => addFields([1, left], [1, symmetry.mirror(left)]);
