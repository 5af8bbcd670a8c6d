import type { ProxyMesh } from '../makehuman/index.ts';
import { type Edge, type Face, middleOf } from '../shapes/index.ts';
import { smoothStep } from './mesh/index.ts';

/** The upper incisors' edge below the edge of the upper lip: what shows when the lips part, metres. */
const UPPER_SHOWS = 0.0028;
/** The upper lip's edge is looked for before the incisors, and a lip's edge in the middle; so far about the line where they meet, metres. */
const LIP = { aside: 0.01, middle: 0.002, high: 0.014 };
/** The upper lip hangs lowest so far behind the line where the lips meet, metres. */
const HANGS_BEHIND = 0.004;
/** The lower lip rolls back from its front, and over the line where the lips meet, by no more than this, metres. */
const ROLL = 0.005;
/** What the opened mouth moves less than this is not the lower lip's, metres. */
const STILL = 0.006;
/** How far the upper incisors stand before the lower ones and over them, metres. */
const OVERJET = 0.0018;
const OVERBITE = 0.0012;
/** The incisors are within this of the middle, metres. */
const INCISORS = 0.008;
/** Anchors that the opened mouth takes farther than this are the lower row's, metres. */
const LOWER_ROW = 0.008;

/** The lower row sinks by so much from so far to so far behind its incisors: MakeHuman's rises, and shows in the corners of the mouth; metres. */
const MOLARS = { down: 0.0038, from: 0.006, to: 0.028 };

/** Which of the teeth's vertices stand on the jaw. */
export function findLowerTeeth({ anchors }: ProxyMesh, { open }: Face): boolean[] {
  return Array.from({ length: anchors.length / 3 }, (_, v) => open[3 * anchors[3 * v]! + 1]! < -LOWER_ROW);
}

/**
 * Sets the rows of teeth to the lips: the upper incisors a little below the edge of the upper lip, the lower ones behind
 * them.
 *
 * @param positions The teeth's vertices, changed in place.
 * @returns The lower incisors' edge, within which the tongue rests.
 */
export function placeTeeth(positions: Float32Array, lower: readonly boolean[], face: Face): Edge {
  const incisors = [...lower.keys()].filter((v) => Math.abs(positions[3 * v]!) < INCISORS);
  const front = (row: boolean): number[] => {
    const own = incisors.filter((v) => lower[v] === row);
    const foremost = Math.max(...own.map((v) => positions[3 * v + 2]!));
    return own.filter((v) => positions[3 * v + 2]! > foremost - 0.008);
  };
  const lips = findUpperLipEdge(face);
  const upperEdge = Math.min(...front(false).map((v) => positions[3 * v + 1]!));
  const lowerEdge = Math.max(...front(true).map((v) => positions[3 * v + 1]!));
  const foremost = (row: boolean): number => Math.max(...front(row).map((v) => positions[3 * v + 2]!));
  const up = lips - UPPER_SHOWS - upperEdge;
  const down = lips - UPPER_SHOWS + OVERBITE - lowerEdge;
  const back = Math.min(0, foremost(false) - OVERJET - foremost(true));
  const edge: Edge = { y: lowerEdge + down, z: foremost(true) + back };
  lower.forEach((isLower, v) => {
    positions[3 * v + 1]! += isLower ? down : up;
    if (!isLower) return;
    positions[3 * v + 2]! += back;
    positions[3 * v + 1]! -= MOLARS.down * smoothStep(MOLARS.from, MOLARS.to, edge.z - positions[3 * v + 2]!);
  });
  return edge;
}

/** The lowest of the upper lip's front before the incisors: it hangs otherwise in every face. */
function findUpperLipEdge({ positions, open, line }: Face): number {
  const [height, depth] = [line.y[line.y.length >> 1]!, line.z[line.z.length >> 1]!];
  let edge = Number.POSITIVE_INFINITY;
  for (let at = 0; at < open.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    if (Math.abs(x) > LIP.aside || Math.abs(y - height) > LIP.high) continue;
    if (z < depth - HANGS_BEHIND || open[at + 1]! < -STILL) continue;
    edge = Math.min(edge, y);
  }
  return Number.isFinite(edge) ? edge : height;
}

/** The highest of the lower lip's front in the middle of the mouth: what the tongue passes on its way out. */
export function findLowerLipEdge({ positions, open, line }: Face): Edge {
  const [height, depth] = [line.y[line.y.length >> 1]!, line.z[line.z.length >> 1]!];
  let edge: Edge = { y: Number.NEGATIVE_INFINITY, z: depth };
  for (let at = 0; at < open.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    if (Math.abs(x) > LIP.middle || y > height + ROLL || y < height - LIP.high || z < depth - ROLL) continue;
    if (open[at + 1]! > -STILL) continue;
    if (y > edge.y) edge = { y, z };
  }
  return Number.isFinite(edge.y) ? edge : { y: height, z: depth };
}

/** How far the resting tongue stays below and behind the lower incisors' edge, metres. */
const TONGUE_BELOW = 0.0035;
const TONGUE_BEHIND = 0.0095;
/** How far below that edge the middle of its tip rests, and how much flatter than MakeHuman's it is there. */
const TIP_BELOW = 0.0045;
const FLATTER = 0.45;
/** How much narrower it is than MakeHuman's, which reaches into the teeth, and how far its sides, so far from the middle, hang down, metres. */
const NARROWER = 0.32;
const SIDES = { down: 0.002, aside: 0.011 };

/**
 * Lays the tongue within the lower row, its tip behind the incisors' edge: MakeHuman's hangs down to the floor of the mouth.
 *
 * @param positions The tongue's vertices, changed in place.
 */
export function placeTongue(positions: Float32Array, incisors: Edge): void {
  let [top, tip] = [0, 2];
  for (let at = 0; at < positions.length; at += 3) {
    if (positions[at + 1]! > positions[top + 1]!) top = at;
    if (positions[at + 2]! > positions[tip]!) tip = at + 2;
  }
  const down = incisors.y - TONGUE_BELOW - positions[top + 1]!;
  const back = Math.min(0, incisors.z - TONGUE_BEHIND - positions[tip]!);
  for (let at = 0; at < positions.length; at += 3) {
    positions[at]! *= 1 - NARROWER;
    positions[at + 1]! += down;
    positions[at + 2]! += back;
  }
  const middle = middleOf(positions);
  const [from, to] = [positions[top + 2]!, positions[tip]!];
  const lift = incisors.y - TIP_BELOW - middle(to);
  const laid = positions.map((value, i) => {
    if (i % 3 !== 1) return value;
    const z = positions[i + 1]!;
    const share = Math.max(0, (z - from) / (to - from)) ** 2;
    return value + share * (lift - FLATTER * (value - middle(z)));
  });
  for (let at = 0; at < laid.length; at += 3) {
    laid[at + 1]! -= SIDES.down * Math.min(1, (laid[at]! / SIDES.aside) ** 2);
  }
  positions.set(laid);
}
