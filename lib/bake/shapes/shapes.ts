import { eyeShapes } from './eyes.ts';
import type { Face } from './face.ts';
import type { Field } from './field.ts';
import { hingeDisplacement } from './jaw.ts';
import type { Eyeball } from './lids.ts';
import { JAW_FORWARD, JAW_SIDEWAYS, mouthShapes } from './mouth.ts';

/** Shapes of one actor. */
export interface Shapes {
  /** Displacements of the base mesh, by ARKit names. */
  fields: ReadonlyMap<string, Field>;
  /** Displacements of the jaw, and so of the lower teeth and the tongue, as functions of a point. */
  jaw: ReadonlyMap<string, (y: number, z: number) => readonly [number, number, number]>;
  /** Returns the displacements of lashes at these positions, by shape. */
  transferToLashes(positions: Float32Array): Map<string, Field>;
  /** Shortens lashes, in place. */
  trimLashes(positions: Float32Array): void;
}

/**
 * Builds the ARKit shapes of a face: from MakeHuman's expression units where they fit, and from the face's own geometry
 * where surfaces must meet (lids on the eyeball, lips on each other). tongueOut moves no skin and is not included.
 */
export function buildShapes(face: Face, eyeballs: { left: Eyeball; right: Eyeball }): Shapes {
  const eyes = eyeShapes(face, eyeballs);
  return {
    fields: new Map([...eyes.fields, ...mouthShapes(face)]),
    jaw: new Map<string, (y: number, z: number) => readonly [number, number, number]>([
      ['jawOpen', (y, z) => hingeDisplacement(face.hinge, y, z)],
      ['jawForward', () => JAW_FORWARD],
      ['jawLeft', () => [JAW_SIDEWAYS, 0, 0]],
      ['jawRight', () => [-JAW_SIDEWAYS, 0, 0]],
    ]),
    transferToLashes: eyes.transferToLashes,
    trimLashes: eyes.trimLashes,
  };
}
