import type { ProxyMesh } from '../makehuman/index.ts';
import { type Face, type MedianPoint, middleOf } from '../shapes/index.ts';
import { smoothStep } from './mesh/index.ts';

/** Height of the upper incisors that shows below the upper lip's edge when the lips part, metres. */
const UPPER_VISIBLE = 0.0028;
/**
 * Search window for the edges of the lips around the lip line: half widths for the upper and the lower lip, and half
 * height, metres.
 */
const LIP_SEARCH = { aside: 0.01, middle: 0.002, high: 0.014 };
/** The upper lip is lowest this far behind the lip line, metres. */
const LOWEST_BEHIND = 0.004;
/** Largest distance by which the lower lip rolls back from its front and above the lip line, metres. */
const MAX_ROLL = 0.005;
/** Vertices that the open mouth moves less than this are not part of the lower lip, metres. */
const MIN_LIP_MOTION = 0.006;
/** Distances of the upper incisors in front of and below the edge of the lower ones, metres. */
const OVERJET = 0.0018;
const OVERBITE = 0.0012;
/** The incisors are within this of the middle, metres. */
const INCISORS_HALF_WIDTH = 0.008;
/** Anchors that the open mouth moves farther than this belong to the lower row, metres. */
const LOWER_ROW = 0.008;

/**
 * The lower row is lowered by `down`, increasing from `from` to `to` behind its incisors: MakeHuman's row rises and
 * shows in the corners of the mouth; metres.
 */
const MOLARS = { down: 0.0038, from: 0.006, to: 0.028 };

/** Returns for each vertex of the teeth whether it belongs to the lower row. */
export function findLowerTeeth({ anchors }: ProxyMesh, { open }: Face): boolean[] {
  return Array.from({ length: anchors.length / 3 }, (_, v) => open[3 * anchors[3 * v]! + 1]! < -LOWER_ROW);
}

/**
 * Places the rows of teeth relative to the lips: the upper incisors slightly below the upper lip's edge, the lower ones
 * behind them.
 *
 * @param positions vertices of the teeth, changed in place
 * @param lower whether each vertex belongs to the lower row
 * @returns edge of the lower incisors, behind which the tongue rests
 */
export function placeTeeth(positions: Float32Array, lower: readonly boolean[], face: Face): MedianPoint {
  const incisors = [...lower.keys()].filter((v) => Math.abs(positions[3 * v]!) < INCISORS_HALF_WIDTH);
  const front = (row: boolean): number[] => {
    const own = incisors.filter((v) => lower[v] === row);
    const foremost = Math.max(...own.map((v) => positions[3 * v + 2]!));
    return own.filter((v) => positions[3 * v + 2]! > foremost - 0.008);
  };
  const lips = findUpperLipEdge(face);
  const upperEdge = Math.min(...front(false).map((v) => positions[3 * v + 1]!));
  const lowerEdge = Math.max(...front(true).map((v) => positions[3 * v + 1]!));
  const foremost = (row: boolean): number => Math.max(...front(row).map((v) => positions[3 * v + 2]!));
  const up = lips - UPPER_VISIBLE - upperEdge;
  const down = lips - UPPER_VISIBLE + OVERBITE - lowerEdge;
  const back = Math.min(0, foremost(false) - OVERJET - foremost(true));
  const edge: MedianPoint = { y: lowerEdge + down, z: foremost(true) + back };
  lower.forEach((isLower, v) => {
    positions[3 * v + 1]! += isLower ? down : up;
    if (!isLower) return;
    positions[3 * v + 2]! += back;
    positions[3 * v + 1]! -= MOLARS.down * smoothStep(MOLARS.from, MOLARS.to, edge.z - positions[3 * v + 2]!);
  });
  return edge;
}

/** Finds the lowest point of the upper lip in front of the incisors, which differs from face to face. */
function findUpperLipEdge({ positions, open, line }: Face): number {
  const [height, depth] = [line.y[line.y.length >> 1]!, line.z[line.z.length >> 1]!];
  let edge = Number.POSITIVE_INFINITY;
  for (let at = 0; at < open.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    if (Math.abs(x) > LIP_SEARCH.aside || Math.abs(y - height) > LIP_SEARCH.high) continue;
    if (z < depth - LOWEST_BEHIND || open[at + 1]! < -MIN_LIP_MOTION) continue;
    edge = Math.min(edge, y);
  }
  return Number.isFinite(edge) ? edge : height;
}

/** Finds the highest point of the lower lip in the middle of the mouth, over which the tongue moves out. */
export function findLowerLipEdge({ positions, open, line }: Face): MedianPoint {
  const [height, depth] = [line.y[line.y.length >> 1]!, line.z[line.z.length >> 1]!];
  let edge: MedianPoint = { y: Number.NEGATIVE_INFINITY, z: depth };
  for (let at = 0; at < open.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    if (
      Math.abs(x) > LIP_SEARCH.middle ||
      y > height + MAX_ROLL ||
      y < height - LIP_SEARCH.high ||
      z < depth - MAX_ROLL
    )
      continue;
    if (open[at + 1]! > -MIN_LIP_MOTION) continue;
    if (y > edge.y) edge = { y, z };
  }
  return Number.isFinite(edge.y) ? edge : { y: height, z: depth };
}

/** Distances of the resting tongue below and behind the lower incisors' edge, metres. */
const TONGUE_BELOW = 0.0035;
const TONGUE_BEHIND = 0.0095;
/**
 * Distance of the middle of the resting tip below that edge, metres, and share by which the tip is flatter than
 * MakeHuman's.
 */
const TIP_BELOW = 0.0045;
const FLATTER = 0.45;
/**
 * Share by which the tongue is narrower than MakeHuman's, which intersects the teeth; and `down`, by which its sides
 * (`aside` from the middle) are lowered, metres.
 */
const NARROWER = 0.32;
const SIDES = { down: 0.002, aside: 0.011 };

/**
 * Places the tongue inside the lower row, with its tip behind the incisors' edge. MakeHuman's tongue lies on the floor
 * of the mouth.
 *
 * @param positions vertices of the tongue, changed in place
 * @param incisors edge of the lower incisors
 */
export function placeTongue(positions: Float32Array, incisors: MedianPoint): void {
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
  const placed = positions.map((value, i) => {
    if (i % 3 !== 1) return value;
    const z = positions[i + 1]!;
    const share = Math.max(0, (z - from) / (to - from)) ** 2;
    return value + share * (lift - FLATTER * (value - middle(z)));
  });
  for (let at = 0; at < placed.length; at += 3) {
    placed[at + 1]! -= SIDES.down * Math.min(1, (placed[at]! / SIDES.aside) ** 2);
  }
  positions.set(placed);
}
