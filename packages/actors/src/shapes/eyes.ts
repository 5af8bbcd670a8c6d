import type { Face } from './face.ts';
import { addFields, type Field, maskField } from './field.ts';
import { CLOSED, type Eyeball, type LidMotion, Lids } from './lids.ts';
import type { Lining } from './linings.ts';

/** Eyelid motion for each shape of the left eye. */
const LID_MOVES: Readonly<Record<string, LidMotion>> = {
  eyeBlink: CLOSED,
  eyeSquint: { upper: 0.1, lower: 0.26 },
  eyeWide: { upper: -0.24, lower: -0.08 },
  eyeLookDown: { upper: 0.42, lower: -0.14 },
  eyeLookUp: { upper: -0.2, lower: 0.1 },
  eyeLookIn: { upper: 0, lower: 0, drag: -0.05 },
  eyeLookOut: { upper: 0, lower: 0, drag: 0.05 },
  cheekSquint: { upper: 0, lower: 0.2 },
};

/** Shapes whose eyelid motion is replaced by a blink. */
export const BLINK_REPLACES = ['eyeLookDown', 'eyeLookUp', 'eyeSquint', 'eyeWide', 'cheekSquint'] as const;

export interface EyeShapes {
  fields: Map<string, Field>;
  /** Returns the displacements, by shape, of vertices attached to the eyelid edges, such as lashes. */
  transferToLashes(positions: Float32Array): Map<string, Field>;
  /** Shortens lashes, in place. */
  trimLashes(positions: Float32Array): void;
  /** Keeps the eyelids in front of the eyeballs in a shape that moves the eyelids along with the face. */
  keepOutsideEyes(field: Field): Field;
  /** Returns the degree to which a point on the skin is part of an eyelid, 0..1. */
  lidShare(x: number, y: number, z: number): number;
}

/**
 * Fits the eyelid, brow, and nose shapes to a face. Eyelid edges rotate around the eyeballs. Elsewhere, skin moves as in the head model.
 * @param carried head model shapes at the size of the face; they do not move the socket linings, which the head model does not have
 */
export function eyeShapes(
  face: Face,
  eyes: { left: Eyeball; right: Eyeball },
  carried: ReadonlyMap<string, Field>,
  sockets: Lining,
): EyeShapes {
  const { positions, symmetry } = face;
  const lids = {
    left: new Lids(eyes.left, positions, face.triangles),
    right: new Lids(eyes.right, positions, face.triangles),
  };
  const keepOutsideEyes = (field: Field): Field => lids.right.keepOutside(positions, lids.left.keepOutside(positions, field));
  const fields = new Map<string, Field>();
  const lining = new Set(sockets.vertices);
  for (const rim of sockets.rims) lining.delete(rim);
  for (const [name, move] of Object.entries(LID_MOVES)) {
    const around = maskField(positions, carried.get(`${name}Left`)!, (x, y, z, v) =>
      lining.has(v) ? 0 : (1 - lids.left.share(x, y, z)) ** 2,
    );
    const left = keepOutsideEyes(addFields([1, lids.left.createLidField(positions, move)], [1, around]));
    fields.set(`${name}Left`, left).set(`${name}Right`, symmetry.mirror(left));
  }
  for (const [name, field] of carried) if (/^(brow|noseSneer)/.test(name)) fields.set(name, keepOutsideEyes(field));
  return {
    fields,
    keepOutsideEyes,
    lidShare: (x, y, z) => (x > 0 ? lids.left : lids.right).share(x, y, z),
    trimLashes: (lashes) => {
      lids.left.trimLashes(lashes);
      lids.right.trimLashes(lashes);
    },
    transferToLashes: (lashes) => {
      const moved = Object.entries(LID_MOVES).flatMap(([name, move]) => [
        [`${name}Left`, lids.left.createLidField(lashes, move, true)] as const,
        [`${name}Right`, lids.right.createLidField(lashes, { ...move, drag: -(move.drag ?? 0) }, true)] as const,
      ]);
      // A blink replaces the effects of other shapes on the eyelids.
      const replaced = moved
        .filter(([name]) => BLINK_REPLACES.some((shape) => name.startsWith(shape)))
        .map(([name, field]) => [`eyeBlink${/(Left|Right)$/.exec(name)![0]}_${name}`, addFields([-1, field])] as const);
      return new Map([...moved, ...replaced]);
    },
  };
}
