import { add, scale, subtract, type Vector } from '../model/vectors.ts';
import { AvatarError } from './fault.ts';
import { displacementsOf, type SourcePart } from './source.ts';

/** Position of the face in the scene of an avatar file. */
export interface Face {
  /** Midpoint between the eyelids of each eye. */
  leftEye: Vector;
  rightEye: Vector;
  /** Height of the chin. */
  chin: number;
  /** Nodes that move the eyelids, and how much each contributes, 0..1. */
  movers: ReadonlyMap<SourcePart['joints'][number], number>;
}

/** Required shapes, which are used to locate the face. */
const LANDMARKS = ['eyeBlinkLeft', 'eyeBlinkRight', 'jawOpen'] as const;
/** Vertices that `jawOpen` moves by more than this fraction of the largest displacement belong to the jaw. */
const JAW = 0.5;
/** Minimum distance between the eyes, and from the eyes down to the chin, as a fraction of the model size. */
const LEAST = 1e-3;

/** Locates the face by the vertices that blink and jaw shapes move. @throws AvatarError if they move none or the head is not upright */
export function findFace(parts: readonly SourcePart[]): Face {
  const moved = LANDMARKS.map((shape) => measureMotion(parts, shape));
  const still = LANDMARKS.filter((_, k) => !moved[k]);
  if (still.length > 0)
    throw new AvatarError([`no head found: ${still.join(', ')} ${still.length === 1 ? 'does' : 'do'} not move any vertex`]);
  const [left, right, jaw] = moved as [Motion, Motion, Motion];
  const [leftEye, rightEye] = [left.center, right.center];
  const across = subtract(leftEye, rightEye);
  const eyes = scale(add(leftEye, rightEye), 0.5);
  const size = Math.max(1e-6, Math.hypot(...subtract(eyes, jaw.center)));
  const apart = Math.hypot(across[0], across[2]);
  if (apart < LEAST * size || apart < Math.abs(across[1]))
    throw new AvatarError(['eyeBlinkLeft and eyeBlinkRight do not move two eyes side by side']);
  if (eyes[1] - jaw.lowest < Math.max(LEAST * size, 0.3 * apart))
    throw new AvatarError(['the head is not upright: the chin must be below the eyes, with +y up']);
  return { leftEye, rightEye, chin: jaw.lowest, movers: left.movers };
}

interface Motion {
  /** Mean position of the vertices that move, weighted by displacement. */
  center: Vector;
  /** Height of the lowest vertex with a large displacement. */
  lowest: number;
  movers: Map<SourcePart['joints'][number], number>;
}

function measureMotion(parts: readonly SourcePart[], shape: string): Motion | undefined {
  const all = parts.flatMap((part) => {
    const moves = displacementsOf(part, shape);
    return moves ? [{ part, moves }] : [];
  });
  let most = 0;
  for (const { moves } of all) for (let at = 0; at < moves.length; at += 3) most = Math.max(most, lengthAt(moves, at));
  if (!(most > 0)) return undefined;
  const sum = [0, 0, 0];
  let [total, lowest] = [0, Number.POSITIVE_INFINITY];
  const movers: Motion['movers'] = new Map();
  for (const { part, moves } of all) {
    for (let at = 0; at < moves.length; at += 3) {
      const far = lengthAt(moves, at) / most;
      if (far < 0.05) continue;
      total += far;
      for (let axis = 0; axis < 3; axis++) sum[axis]! += far * part.positions[at + axis]!;
      if (far > JAW) lowest = Math.min(lowest, part.positions[at + 1]!);
      for (let k = 0; k < 4; k++) {
        const weight = part.weights[(at / 3) * 4 + k]!;
        const joint = part.joints[part.jointIndices[(at / 3) * 4 + k]!];
        if (joint && weight > 0) movers.set(joint, (movers.get(joint) ?? 0) + far * weight);
      }
    }
  }
  for (const [joint, share] of movers) movers.set(joint, share / total);
  return { center: scale(sum as unknown as Vector, 1 / total), lowest, movers };
}

const lengthAt = (values: Float32Array, at: number): number => Math.hypot(values[at]!, values[at + 1]!, values[at + 2]!);
