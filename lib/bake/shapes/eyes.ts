import { type Face, pushField } from './face.ts';
import { addFields, type Field } from './field.ts';
import { CLOSED, type Eyeball, type LidMotion, Lids } from './lids.ts';

/** Motion of the lids in each shape of the left eye. */
const LID_MOVES: Readonly<Record<string, LidMotion>> = {
  eyeBlink: CLOSED,
  eyeSquint: { upper: 0.1, lower: 0.2 },
  eyeWide: { upper: -0.24, lower: -0.08 },
  eyeLookDown: { upper: 0.42, lower: -0.14 },
  eyeLookUp: { upper: -0.2, lower: 0.1 },
  eyeLookIn: { upper: 0, lower: 0, drag: -0.05 },
  eyeLookOut: { upper: 0, lower: 0, drag: 0.05 },
  cheekSquint: { upper: 0, lower: 0.2 },
};

export interface EyeShapes {
  fields: Map<string, Field>;
  /** Returns the displacements, by shape, of vertices attached to the lid edges, such as lashes. */
  transferToLashes(positions: Float32Array): Map<string, Field>;
  /** Shortens lashes, in place. */
  trimLashes(positions: Float32Array): void;
}

/** Builds the shapes of lids, brows and upper cheeks. */
export function eyeShapes(face: Face, eyes: { left: Eyeball; right: Eyeball }): EyeShapes {
  const { positions, symmetry, unit } = face;
  const lids = {
    left: new Lids(eyes.left, positions, face.triangles),
    right: new Lids(eyes.right, positions, face.triangles),
  };
  const fields = new Map<string, Field>();
  const toEachSide = (name: string, left: Field): void => {
    fields.set(`${name}Left`, left).set(`${name}Right`, symmetry.mirror(left));
  };
  const [x, y, z] = eyes.left.centre;
  const r = eyes.left.radius;
  /** Additional displacements of the skin around the eye. */
  const surroundings: Record<string, Field> = {
    eyeBlink: pushField(face, [x, y + 0.8 * r, z + 1.2 * r], 1.2 * r, [0, -0.0008, 0]),
    eyeSquint: pushField(face, [x, y - 1.1 * r, z + 0.9 * r], 1.5 * r, [0, 0.0022, 0.0008]),
    eyeWide: pushField(face, [x, y + 1.3 * r, z + 1.2 * r], 1.6 * r, [0, 0.0012, 0]),
    eyeLookUp: pushField(face, [x, y + 1.3 * r, z + 1.2 * r], 1.4 * r, [0, 0.0008, 0]),
    cheekSquint: pushField(face, [x + 0.004, y - 0.027, z + 0.01], 0.032, [0.0008, 0.0066, 0.0036]),
  };
  for (const [name, move] of Object.entries(LID_MOVES)) {
    const lid = lids.left.createLidField(positions, move);
    toEachSide(name, surroundings[name] ? addFields([1, lid], [1, surroundings[name]]) : lid);
  }
  toEachSide('browDown', unit('eyebrows-left-down'));
  toEachSide('browOuterUp', unit('eyebrows-left-extern-up'));
  fields.set('browInnerUp', symmetry.symmetrize(addFields([2, unit('eyebrows-left-inner-up')])));
  return {
    fields,
    trimLashes: (lashes) => {
      lids.left.trimLashes(lashes);
      lids.right.trimLashes(lashes);
    },
    transferToLashes: (lashes) =>
      new Map(
        Object.entries(LID_MOVES).flatMap(([name, move]) => [
          [`${name}Left`, lids.left.createLidField(lashes, move, true)] as const,
          [`${name}Right`, lids.right.createLidField(lashes, { ...move, drag: -(move.drag ?? 0) }, true)] as const,
        ]),
      ),
  };
}
