import { bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import { type DentalArch, keepBeforeTeeth } from './arch.ts';
import { biteField } from './bite.ts';
import type { Face } from './face.ts';
import { addFields, createField, type Field, leftSideWeight } from './field.ts';
import { retractMouthCavity } from './linings.ts';
import { lipField } from './lips.ts';
import { closeLipGap } from './seal.ts';
import type { MedianPoint } from './tongue.ts';

/** Shapes that keep the lips closed. Left and right shapes are closed together. */
const CLOSED_PAIRS = ['mouthSmile', 'mouthFrown', 'mouthDimple', 'mouthStretch', 'mouthPress'] as const;
const CLOSED = [
  'jawForward',
  'jawLeft',
  'mouthLeft',
  'mouthPucker',
  'mouthRollLower',
  'mouthRollUpper',
  'mouthShrugLower',
  'mouthShrugUpper',
  'cheekPuff',
] as const;

/**
 * Weight of the head model's pucker, which rounds the lips less than speech does, and how much more the corners are narrowed, fading out
 * over `reach` from the lips, in meters.
 */
const PUCKER = { weight: 1.1, narrower: 0.04, reach: 0.03 };
/** Weight of the head model's press. At full weight, it would hide most of the red of the lips. */
const PRESS = 0.6;
/**
 * Rounding of funneled lips, in meters, and its extent: sideways as a fraction of half the mouth width (a wider opening would not look
 * round), and above and below the lip line in meters.
 */
const ROUND = { up: 0.0008, down: 0.0026, within: 0.68, above: 0.014, below: 0.022 } as const;
/** How much a smile thins the lips (as a fraction), heights of the red of the lips, and how far past it skin moves too, in meters. */
const THINNER = { share: 0.13, upper: 0.0085, lower: 0.009, reach: 0.01 } as const;

/**
 * Fits the jaw, lip, and cheek shapes to a face. Closes lips in front of the teeth, and keeps the lining of the mouth inside the cheeks.
 * @param incisors front of the upper incisor edge
 */
export function mouthShapes(face: Face, carried: ReadonlyMap<string, Field>, incisors: MedianPoint, arch: DentalArch): Map<string, Field> {
  const { positions, symmetry, open, line, triangles } = face;
  const shapes = new Map([...carried].filter(([name]) => /^(mouth|jaw|cheekPuff)/.test(name)));
  shapes.set('mouthPucker', narrowMouth(face, addFields([PUCKER.weight, shapes.get('mouthPucker')!])));
  const funnel = addFields([1, shapes.get('mouthFunnel')!], [1, roundOpening(face, ROUND.up, ROUND.down)]);
  shapes.set('mouthFunnel', symmetry.symmetrize(funnel));
  for (const side of ['Left', 'Right'] as const) {
    const press = `mouthPress${side}`;
    shapes.set(press, addFields([PRESS, shapes.get(press)!]));
    const smile = `mouthSmile${side}`;
    shapes.set(smile, addFields([1, shapes.get(smile)!], [1, thinLips(face, side === 'Left' ? 1 : -1)]));
  }
  const gap = (field: Field): Field => closeLipGap(positions, field, line, open, triangles);
  /** Computes the correction that closes the lips in front of the teeth. */
  const closed = (field: Field): Field => {
    const before = keepBeforeTeeth(face, field, arch);
    return addFields([1, before], [1, gap(addFields([1, field], [1, before]))]);
  };
  /** Keeps the lining inside the cheeks even when the jaw is open. */
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
    set(name, addFields([1, field], [1, closed(field)]));
    const right = name.replace('Left', 'Right');
    if (right !== name) shapes.set(right, symmetry.mirror(shapes.get(name)!));
  }
  for (const name of CLOSED_PAIRS) {
    const [left, right] = [shapes.get(`${name}Left`)!, shapes.get(`${name}Right`)!];
    const halves = symmetry.halves(positions, closed(addFields([1, left], [1, right])));
    set(`${name}Left`, addFields([1, left], [1, halves.left]));
    shapes.set(`${name}Right`, symmetry.mirror(shapes.get(`${name}Left`)!));
  }
  const close = shapes.get('mouthClose')!;
  const seam = gap(addFields([1, shapes.get('jawOpen')!], [1, close]));
  set('mouthClose', symmetry.symmetrize(addFields([1, close], [1, seam])));
  // Not an ARKit shape: the lower lip against the upper teeth, for f and v.
  shapes.set('lowerLipBite', symmetry.symmetrize(biteField(face, shapes.get('jawOpen')!, incisors, arch)));
  return shapes;
}

/**
 * Rounds the opening between the lips. A straight upper edge rises in the middle by `up`. A lower edge that hangs from both corners in a V
 * shape moves down on both sides of the middle by `down`. Both are in meters.
 */
export const roundOpening = ({ positions, line, open }: Face, up: number, down: number): Field =>
  lipField(positions, line, open, ({ above, inFront, lower }, x) => {
    const share = Math.min(1, (x / (ROUND.within * line.half)) ** 2);
    const deep = smoothStep(-0.022, -0.013, inFront);
    if (share === 1 || deep === 0) return undefined;
    const raised = (1 - lower) * up * (1 - share) * bell(Math.max(0, above), ROUND.above);
    const sunk = lower * down * 4 * share * (1 - share) * bell(Math.max(0, -above), ROUND.below);
    return [0, deep * (raised - sunk), 0];
  });

/** Returns the distance from a point to the lip line, in meters. Points in front of the line count as being on it. */
export const distanceFromLips = ({ line }: Face, x: number, y: number, z: number): number =>
  Math.hypot(Math.max(0, Math.abs(x) - line.half), y - interpolate(line.places, line.y, x), Math.min(0, z - line.z[0]!));

/** Thins the lips, because smiling stretches them. @param side 1 for the actor's left, -1 for the right */
const thinLips = ({ positions, line, open }: Face, side: 1 | -1): Field =>
  lipField(positions, line, open, ({ above, inFront, within, lower }, x) => {
    const high = lower > 0.5 ? THINNER.lower : THINNER.upper;
    const share = leftSideWeight(side * x) * within * smoothStep(-0.012, -0.005, inFront);
    const border = Math.min(Math.abs(above), high) * bell(Math.max(0, Math.abs(above) - high), THINNER.reach);
    return share > 0 ? [0, -Math.sign(above) * THINNER.share * share * border, 0] : undefined;
  });

/** Brings the corners of a rounded mouth closer to the middle. */
function narrowMouth(face: Face, field: Field): Field {
  const narrowed = createField(face.positions, (x, y, z, v) => {
    const share = PUCKER.narrower * bell(distanceFromLips(face, x, y, z), PUCKER.reach);
    return share > 0 ? [-share * (x + field[3 * v]!), 0, 0] : undefined;
  });
  return addFields([1, field], [1, narrowed]);
}
