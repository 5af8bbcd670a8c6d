import { at, dot, smoothNormals, smoothStep } from '../geometry/mesh/index.ts';
import { placeMesh, placeMouth } from '../geometry/teeth.ts';
import { carryHead, MODEL } from '../ict/carry.ts';
import { mouthMeshes } from '../ict/mouth.ts';
import type { Assets } from '../makehuman/index.ts';
import { measureArch } from './arch.ts';
import { createCornerSmoother } from './corners.ts';
import { buildCorrectives, type CorrectiveField } from './correctives.ts';
import { eyeShapes } from './eyes.ts';
import type { Face } from './face.ts';
import { addFields, createField, type Field } from './field.ts';
import { hingeDisplacement } from './jaw.ts';
import type { Eyeball } from './lids.ts';
import { findSockets } from './linings.ts';
import { mouthHeight } from './lips.ts';
import { mouthShapes } from './mouth.ts';

export interface Shapes {
  /** Displacements of the base mesh, by ARKit shape name. */
  fields: ReadonlyMap<string, Field>;
  correctives: readonly CorrectiveField[];
  /** Displacements of the jaw, including the lower teeth and the tongue, as functions of position. */
  jaw: ReadonlyMap<string, (y: number, z: number) => readonly [number, number, number]>;
  /** Returns the displacements, by shape, of lashes at these positions. */
  transferToLashes(positions: Float32Array): Map<string, Field>;
  /** Shortens lashes, in place. */
  trimLashes(positions: Float32Array): void;
}

/**
 * Builds the ARKit shapes for a face. They are the head model shapes, scaled to the face and fitted where surfaces must meet (eyelids on
 * the eyeball, and lips on each other). tongueOut is not included, because it does not move skin.
 */
export function buildShapes(assets: Assets, face: Face, eyeballs: { left: Eyeball; right: Eyeball }): Shapes {
  const head = carryHead(assets);
  const scale = headScale(face, eyeballs);
  const carried = new Map([...head.expressions].map(([name, field]) => [name, addFields([scale, field])]));
  const eyes = eyeShapes(face, eyeballs, carried, findSockets(assets.base));
  const slide = slideOnSkull(face, eyeballs.left.center[1]);
  // A face is not quite symmetric, but its shapes are.
  const upperFace = [...eyes.fields].map(([name, field]) => {
    const left = eyes.fields.get(name.replace('Right', 'Left'))!;
    return [name, name.endsWith('Right') ? face.symmetry.mirror(slide(left)) : slide(field)] as const;
  });
  const place = placeMouth(face, scale);
  const { teeth } = mouthMeshes();
  const rows = placeMesh(teeth, place);
  const upper = [...teeth.lower.keys()].filter((v) => !teeth.lower[v]).map((v) => at(rows, v));
  const smoothCorners = createCornerSmoother(face.positions, face.triangles, face.line, face.symmetry);
  const mouth = [...mouthShapes(face, carried, place.upperIncisors, measureArch(upper))].map(
    ([name, field]) => [name, smoothCorners(eyes.keepOutsideEyes(field))] as const,
  );
  const middle = face.line.y.length >> 1;
  const hinge = {
    angle: head.hinge.angle,
    y: face.line.y[middle]! + scale * (head.hinge.y - MODEL.lips.y),
    z: face.line.z[middle]! + scale * (head.hinge.z - MODEL.lips.z),
  };
  const slides = [...head.slides].map(([name, [x, y, z]]) => {
    const by = [scale * x, scale * y, scale * z] as const;
    return [name, () => by] as const;
  });
  const fields = new Map([...upperFace, ...mouth]);
  return {
    fields,
    correctives: buildCorrectives(face, fields, eyes.lidShare),
    jaw: new Map<string, (y: number, z: number) => readonly [number, number, number]>([
      ['jawOpen', (y, z) => hingeDisplacement(hinge, y, z)],
      ...slides,
    ]),
    transferToLashes: eyes.transferToLashes,
    trimLashes: eyes.trimLashes,
  };
}

/** Heights above the eyes between which skin starts to slide on the skull, in meters: from the brows to the middle of the forehead. */
const SKULL = { from: 0.027, to: 0.04 } as const;

/**
 * Returns a function that keeps forehead skin on the skull, so that it slides without bulging. In the scans, it bulges by 1 to 1.5 mm with
 * each brow, which would push it through the hair, because shapes do not move hair.
 * @param eyes height of the eyes, in meters
 */
function slideOnSkull({ positions, triangles }: Face, eyes: number): (field: Field) => Field {
  const normals = smoothNormals(positions, triangles);
  return (field) =>
    createField(positions, (_x, y, _z, v) => {
      const [moved, normal] = [at(field, v), at(normals, v)];
      const risen = smoothStep(SKULL.from, SKULL.to, y - eyes) * Math.max(0, dot(moved, normal));
      return [moved[0] - risen * normal[0], moved[1] - risen * normal[1], moved[2] - risen * normal[2]];
    });
}

/** Returns the size of a face relative to the head model. */
export function headScale({ line }: Face, { left, right }: { left: Eyeball; right: Eyeball }): number {
  const ratios = [
    (left.center[0] - right.center[0]) / MODEL.betweenEyes,
    line.half / MODEL.halfMouth,
    (left.center[1] - mouthHeight(line)) / MODEL.eyesAboveLips,
  ];
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
}
