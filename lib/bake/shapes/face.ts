import { at, bell } from '../geometry/mesh/index.ts';
import type { Assets, Build } from '../makehuman/index.ts';
import { addFields, createField, type Field, Symmetry, unitField } from './field.ts';
import { fitHinge, type Hinge } from './jaw.ts';
import { findLipLine, type LipLine } from './lips.ts';
import { findMouthCavity, type MouthCavity, retractMouthCavity } from './mouth-cavity.ts';
import { sealLips } from './seal.ts';

/** How wide the jaw opens at weight 1, of MakeHuman's `mouth-open`. */
const JAW_OPEN = 0.95;
/** Helper vertices of the base mesh that carry the teeth. */
const TEETH = { from: 14992, to: 15112 };
/** Those of them that an opened mouth takes farther than this are the lower row, metres. */
const LOWER_ROW = 0.008;

/** What all shapes of a face are built from. */
export interface Face {
  /** The base mesh's vertices on this actor, the lips closed. */
  positions: Float32Array;
  /** The body's triangles. */
  triangles: Uint32Array;
  symmetry: Symmetry;
  /** The jaw wide open. */
  open: Field;
  hinge: Hinge;
  line: LipLine;
  lining: MouthCavity;
  /** An expression unit of MakeHuman's. */
  unit(name: string): Field;
}

/**
 * Finds a face's landmarks and closes its lips.
 *
 * @param body The base mesh's vertices on this actor.
 */
export function analyzeFace(assets: Assets, build: Build, body: Float32Array): Face {
  const { base } = assets;
  const symmetry = new Symmetry(base.positions);
  const unit = (name: string): Field => unitField(assets, build, name);
  const triangles = base.triangles.subarray(0, 3 * base.bodyTriangles);
  const lining = findMouthCavity(base);
  const raw = symmetry.even(addFields([JAW_OPEN, unit('mouth-open')]));
  const lowerTeeth: number[] = [];
  for (let v = TEETH.from; v < TEETH.to; v++) if (Math.hypot(...at(raw, v)) > LOWER_ROW) lowerTeeth.push(v);
  const line = findLipLine(body, raw, triangles, lining);
  const sealed = addFields(
    [1, body],
    [1, symmetry.even(sealLips(body, new Float32Array(body.length), line, raw, triangles))],
  );
  const positions = addFields([1, sealed], [1, retractMouthCavity(sealed, triangles, lining)]);
  const open = addFields([1, raw], [1, retractMouthCavity(addFields([1, positions], [1, raw]), triangles, lining)]);
  return { positions, triangles, symmetry, open, hinge: fitHinge(body, open, lowerTeeth), line, lining, unit };
}

/** A smooth push of what lies about a place. */
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

/** A field of the actor's left and its mirror image. */
export const mirrorField = ({ symmetry }: Face, left: Field): Field => addFields([1, left], [1, symmetry.mirror(left)]);
