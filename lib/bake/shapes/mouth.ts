import { bell, smoothStep } from '../geometry/mesh/index.ts';
import type { Face } from './face.ts';
import { addFields, type Field } from './field.ts';
import { type LipCoordinates, lipField } from './lips.ts';
import { retractMouthCavity } from './mouth-cavity.ts';
import { closeLipGap } from './seal.ts';

/** Shapes in which the lips stay closed; those of two sides are closed together. */
const CLOSED_PAIRS = ['mouthSmile', 'mouthFrown', 'mouthDimple', 'mouthStretch', 'mouthPress'] as const;
const CLOSED = [
  ...['jawForward', 'jawLeft', 'mouthLeft', 'mouthPucker', 'mouthRollLower', 'mouthRollUpper'],
  ...['mouthShrugLower', 'mouthShrugUpper', 'cheekPuff'],
] as const;

/** Weight of the head model's pucker, which rounds the lips less than speech does. */
const PUCKER = 1.25;

/**
 * Fits the shapes of jaw, lips and cheeks to a face: closes the lips where they should be closed, and keeps the lining of
 * the mouth inside the cheeks.
 *
 * @param carried shapes of the head model, in the size of the face
 */
export function mouthShapes(face: Face, carried: ReadonlyMap<string, Field>): Map<string, Field> {
  const { positions, symmetry, open, line, triangles } = face;
  const shapes = new Map([...carried].filter(([name]) => /^(mouth|jaw|cheekPuff)/.test(name)));
  shapes.set('mouthPucker', addFields([PUCKER, shapes.get('mouthPucker')!]));
  const gap = (field: Field): Field => closeLipGap(positions, field, line, open, triangles);
  /** Keeps the lining inside the cheeks, also when the jaw is open as well. */
  const withinCheeks = (field: Field): Field => {
    const both = addFields([1, positions], [1, shapes.get('jawOpen')!], [1, field]);
    return addFields([1, field], [1, retractMouthCavity(both, triangles, face.cavity)]);
  };
  const set = (name: string, field: Field): void => void shapes.set(name, withinCheeks(field));
  const jawOpen = shapes.get('jawOpen')!;
  const opened = addFields([1, positions], [1, jawOpen]);
  shapes.set('jawOpen', addFields([1, jawOpen], [1, retractMouthCavity(opened, triangles, face.cavity)]));
  for (const name of CLOSED) {
    const field = shapes.get(name)!;
    set(name, addFields([1, field], [1, gap(field)]));
    const right = name.replace('Left', 'Right');
    if (right !== name) shapes.set(right, symmetry.mirror(shapes.get(name)!));
  }
  for (const name of CLOSED_PAIRS) {
    const [left, right] = [shapes.get(`${name}Left`)!, shapes.get(`${name}Right`)!];
    const halves = symmetry.halves(positions, gap(addFields([1, left], [1, right])));
    set(`${name}Left`, addFields([1, left], [1, halves.left]));
    shapes.set(`${name}Right`, symmetry.mirror(shapes.get(`${name}Left`)!));
  }
  const close = shapes.get('mouthClose')!;
  const seam = gap(addFields([1, shapes.get('jawOpen')!], [1, close]));
  set('mouthClose', symmetry.symmetrize(addFields([1, close], [1, seam])));
  // Beyond ARKit: the lower lip under the upper teeth, for f and v.
  shapes.set('lowerLipBite', symmetry.symmetrize(lipField(positions, line, open, bite)));
  return shapes;
}

type Displacement = readonly [number, number, number] | undefined;

/** Draws the lower lip up and back to the edge of the upper teeth; the upper lip makes a little room. */
function bite({ above, inFront, within, lower }: LipCoordinates): Displacement {
  const share = within * smoothStep(-0.014, -0.004, inFront);
  const own = lower * bell(above + 0.003, 0.016);
  const other = (1 - lower) * bell(above, 0.014);
  if (share * (own + other) === 0) return undefined;
  return [0, share * (0.0014 * own + 0.0009 * other), share * (-0.0042 * own)];
}
