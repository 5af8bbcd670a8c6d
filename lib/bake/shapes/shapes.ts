import { eyeShapes } from './eyes.ts';
import type { Face } from './face.ts';
import type { Field } from './field.ts';
import { hingeDisplacement } from './jaw.ts';
import type { Eyeball } from './lids.ts';
import { JAW_ASIDE, JAW_FORWARD, mouthShapes } from './mouth.ts';

/** The shapes of one actor. */
export interface Shapes {
  /** Displacements of the base mesh by ARKit's names. */
  fields: ReadonlyMap<string, Field>;
  /** What moves the jaw whole, and so the lower teeth and the tongue: the displacement of a place. */
  jaw: ReadonlyMap<string, (y: number, z: number) => readonly [number, number, number]>;
  /** Displacements of lashes at these places. */
  carryLashes(positions: Float32Array): Map<string, Field>;
  /** Shortens lashes, in place. */
  trimLashes(positions: Float32Array): void;
}

/**
 * Builds ARKit's shapes for a face, from MakeHuman's expression units where they fit and from the face's own geometry where
 * things must meet: the lids over the eyeball, the lips on each other. The one that moves no skin, tongueOut, is not here.
 */
export function buildShapes(face: Face, eyeballs: { left: Eyeball; right: Eyeball }): Shapes {
  const eyes = eyeShapes(face, eyeballs);
  return {
    fields: new Map([...eyes.fields, ...mouthShapes(face)]),
    jaw: new Map<string, (y: number, z: number) => readonly [number, number, number]>([
      ['jawOpen', (y, z) => hingeDisplacement(face.hinge, y, z)],
      ['jawForward', () => JAW_FORWARD],
      ['jawLeft', () => [JAW_ASIDE, 0, 0]],
      ['jawRight', () => [-JAW_ASIDE, 0, 0]],
    ]),
    carryLashes: eyes.carryLashes,
    trimLashes: eyes.trimLashes,
  };
}
