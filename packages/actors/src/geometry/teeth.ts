import type { MouthMesh } from '../ict/mouth.ts';
import type { Face } from '../shapes/face.ts';
import { mouthHeight } from '../shapes/lips.ts';
import type { MedianPoint } from '../shapes/tongue.ts';

/** How much of the upper incisors shows below the upper lip when the lips part, in meters. */
const UPPER_VISIBLE = 0.0024;
/** Window around the lip line in which to search for the lip edges: half widths for upper and lower lip, and half height, in meters. */
const LIP_SEARCH = { aside: 0.01, middle: 0.002, high: 0.014 };
/** How far behind the lip line the upper lip is lowest, in meters. */
const LOWEST_BEHIND = 0.004;
/** Maximum distance that the lower lip rolls back from its front, and up above the lip line, in meters. */
const MAX_ROLL = 0.004;
/** Minimum movement of lower lip vertices when the mouth opens, in meters. */
const MIN_LIP_MOTION = 0.006;
/** Upper incisors of the head model: height and front of the edge, and front of the lower lip ahead of them plus a margin, in meters. */
const MODEL_INCISORS = { edge: -0.0353, front: 0.1073, lip: 0.1174 };
/** Edge of the lower incisors in the head model, in meters. */
const MODEL_LOWER_EDGE: MedianPoint = { y: -0.0341, z: 0.1045 };

/** Placement of the head model's mouth in the face. */
export interface MouthPlace {
  /** Returns the position in the face of a point on the head model, in meters. */
  place(x: number, y: number, z: number): [number, number, number];
  /** Edge of the lower incisors. The tongue rests behind it. */
  incisors: MedianPoint;
  /** Front of the edge of the upper incisors. */
  upperIncisors: MedianPoint;
}

/**
 * Places the teeth and the tongue. The upper incisors go just below the upper lip, as far behind the lower lip as in the head model.
 * @param scale size of the face relative to the head model
 */
export function placeMouth(face: Face, scale: number): MouthPlace {
  const edge = findUpperLipEdge(face) - UPPER_VISIBLE;
  const front = findLowerLipFront(face);
  const place: MouthPlace['place'] = (x, y, z) => [
    scale * x,
    edge + scale * (y - MODEL_INCISORS.edge),
    front + scale * (z - MODEL_INCISORS.lip),
  ];
  const median = (y: number, z: number): MedianPoint => ({ y: place(0, y, z)[1], z: place(0, y, z)[2] });
  return {
    place,
    incisors: median(MODEL_LOWER_EDGE.y, MODEL_LOWER_EDGE.z),
    upperIncisors: median(MODEL_INCISORS.edge, MODEL_INCISORS.front),
  };
}

/** Returns the vertex positions of a head model mouth mesh in the face. */
export const placeMesh = ({ positions }: MouthMesh, { place }: MouthPlace): Float32Array =>
  Float32Array.from(positions, (_, i) => {
    const at = i - (i % 3);
    return place(positions[at]!, positions[at + 1]!, positions[at + 2]!)[i % 3]!;
  });

/** Finds the foremost point of the lower lip in the middle of the mouth. */
function findLowerLipFront({ positions, line }: Face): number {
  const height = mouthHeight(line);
  let front = line.z[line.z.length >> 1]!;
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    if (Math.abs(x) < LIP_SEARCH.middle && y < height && y > height - LIP_SEARCH.high) front = Math.max(front, z);
  }
  return front;
}
/** Finds the lowest point of the upper lip in front of the incisors. It varies from face to face. */
function findUpperLipEdge({ positions, open, line }: Face): number {
  const [height, depth] = [mouthHeight(line), line.z[line.z.length >> 1]!];
  let edge = Number.POSITIVE_INFINITY;
  for (let at = 0; at < open.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    if (Math.abs(x) > LIP_SEARCH.aside || Math.abs(y - height) > LIP_SEARCH.high) continue;
    if (z < depth - LOWEST_BEHIND || open[at + 1]! < -MIN_LIP_MOTION) continue;
    edge = Math.min(edge, y);
  }
  return Number.isFinite(edge) ? edge : height;
}

/** Finds the highest point of the lower lip at distances from `from` to `aside` from the middle, in meters. */
export function findLowerLipEdge({ positions, open, line }: Face, aside: number = LIP_SEARCH.middle, from = 0): MedianPoint {
  const [height, depth] = [mouthHeight(line), line.z[line.z.length >> 1]!];
  let edge: MedianPoint = { y: Number.NEGATIVE_INFINITY, z: depth };
  for (let at = 0; at < open.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    if (Math.abs(x) > aside || Math.abs(x) < from || y > height + MAX_ROLL || y < height - LIP_SEARCH.high || z < depth - MAX_ROLL)
      continue;
    if (open[at + 1]! > -MIN_LIP_MOTION) continue;
    if (y > edge.y) edge = { y, z };
  }
  return Number.isFinite(edge.y) ? edge : { y: height, z: depth };
}
