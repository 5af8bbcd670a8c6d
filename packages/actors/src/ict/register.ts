import { at, smoothNormals, type Vector } from '../geometry/mesh/index.ts';
import type { Assets, Build } from '../makehuman/index.ts';
import { shapeBody } from '../makehuman/index.ts';
import { analyzeFace } from '../shapes/index.ts';
import type { Correspondence } from './correspondence.ts';
import { findPairs, type Pair } from './landmarks.ts';
import { createMatcher, type Surface } from './matcher.ts';
import { type HeadModel, readHeadModel } from './read.ts';

/** The MakeHuman head to register. It is in the middle of all actors, so it is closer to each of them than they are to each other. */
const REFERENCE: Build = {
  gender: 0.5,
  age: 28,
  muscle: 0.5,
  weight: 0.5,
  height: 0.5,
  origin: { african: 0.2, asian: 0.2, caucasian: 0.6 },
};
/** Number of skin vertices in the model. They come before the mouth and the eye sockets. */
const SKIN_VERTICES = 11248;
/** Minimum height of the head and neck in the MakeHuman base mesh, in meters. */
const NECK_HEIGHT = 0.56;
/** Maximum distance of a match, in meters, and minimum cosine between its normals. */
const MAX_DISTANCE = 0.02;
const MIN_COSINE = 0.4;
/** Where the ears of the model begin, to the side and to the back, in meters. They do not have a nearby counterpart. */
const EARS = { aside: 0.066, behind: 0.03 };
/** Rounds of matching: how stiff displacements are between neighbors, and the weight of landmarks. */
const ROUNDS = [
  { stiffness: 20, landmarks: 20 },
  { stiffness: 10, landmarks: 20 },
  { stiffness: 5, landmarks: 10 },
  { stiffness: 3, landmarks: 6 },
  { stiffness: 2, landmarks: 4 },
  { stiffness: 1, landmarks: 3 },
  { stiffness: 1, landmarks: 2 },
  { stiffness: 0.6, landmarks: 2 },
] as const;
const SMOOTHING_PASSES = 250;
/** Maximum distance from a landmark for a vertex to follow it, in meters. */
const LANDMARK_REACH = 0.0016;

/**
 * Registers the MakeHuman head to the head model: pulls its surface onto the model at landmarks, then matches nearest points with less and
 * less stiffness (non-rigid iterative closest point, Amberg et al. 2007). How closely a lip follows the jaw shows whether it is the upper or the lower one.
 */
export function registerHead(assets: Assets): Correspondence {
  const model = readHeadModel();
  const face = analyzeFace(assets, REFERENCE, shapeBody(assets, REFERENCE, {}));
  const target = modelSurface(model);
  const { vertices, triangles } = selectSkin(face.triangles, assets.base.positions, face.cavity);
  const drop = face.open;
  const jaw = jawShares(vertices.length, (i) => drop[3 * vertices[i]! + 1]!);
  const source = Float32Array.from([...vertices].flatMap((v) => at(face.positions, v)));
  const pairs = findPairs(assets, face, model, vertices);
  const axes = fitAxes(pairs);
  const start = source.map((value, i) => axes[i % 3]!.scale * value + axes[i % 3]!.shift);
  const moved = drawOnto(
    target,
    { start, triangles, jaw },
    pairs.map((pair) => ({
      ...pair,
      from: pair.from.map((value, k) => axes[k]!.scale * value + axes[k]!.shift) as unknown as Vector,
    })),
  );
  const normals = smoothNormals(moved, triangles);
  const matcher = createMatcher(target);
  const found: Correspondence = {
    vertices,
    corners: new Uint16Array(3 * vertices.length),
    weights: new Float32Array(3 * vertices.length),
  };
  vertices.forEach((_, i) => {
    const match = matcher(at(moved, i), at(normals, i), jaw[i]!);
    found.corners.set(target.triangles.subarray(match.triangle, match.triangle + 3), 3 * i);
    found.weights.set(match.weights, 3 * i);
  });
  return found;
}

function modelSurface(model: HeadModel): Surface {
  const all = model.triangles('M_Face', 'M_BackHead').vertices;
  const triangles = all.filter((_, i) => [0, 1, 2].every((k) => all[i - (i % 3) + k]! < SKIN_VERTICES));
  const open = model.expression('jawOpen');
  return {
    positions: model.positions,
    triangles,
    normals: smoothNormals(model.positions, triangles),
    jaw: jawShares(SKIN_VERTICES, (v) => open[3 * v + 1]!),
  };
}

/** @param drop returns the vertical displacement of a vertex when the jaw opens, which is negative */
function jawShares(count: number, drop: (vertex: number) => number): Float32Array {
  const drops = Float32Array.from({ length: count }, (_, v) => Math.max(0, -drop(v)));
  const most = Float32Array.from(drops).sort()[Math.floor(count * 0.999)]!;
  return drops.map((value) => Math.min(1, value / most));
}

/** Selects the head and neck without the inside of the mouth. Triangle indices refer to the selection. */
function selectSkin(
  all: Uint32Array,
  base: Float32Array,
  { vertices: cavity, rims }: { vertices: ReadonlySet<number>; rims: readonly number[] },
): { vertices: Uint16Array; triangles: Uint32Array } {
  const isRim = new Set(rims);
  const selected = [...new Set(all)].filter((v) => base[3 * v + 1]! > NECK_HEIGHT && (!cavity.has(v) || isRim.has(v)));
  const places = new Map(selected.map((v, i) => [v, i]));
  const triangles: number[] = [];
  for (let t = 0; t < all.length; t += 3) {
    const own = [0, 1, 2].map((k) => places.get(all[t + k]!));
    if (own.every((v) => v !== undefined)) triangles.push(...own);
  }
  return { vertices: Uint16Array.from(selected), triangles: Uint32Array.from(triangles) };
}

/** Fits a scale and an offset for each axis. */
function fitAxes(pairs: readonly Pair[]): { scale: number; shift: number }[] {
  return [0, 1, 2].map((k) => {
    const mean = (value: (pair: Pair) => number): number => pairs.reduce((s, p) => s + value(p), 0) / pairs.length;
    const [from, to] = [mean((pair) => pair.from[k]!), mean((pair) => pair.to[k]!)];
    const scale = mean((pair) => (pair.from[k]! - from) * (pair.to[k]! - to)) / mean((pair) => (pair.from[k]! - from) ** 2);
    return { scale, shift: to - scale * from };
  });
}

/** Pulls one surface onto another. @returns the new vertices of the first surface */
function drawOnto(
  target: Surface,
  { start, triangles, jaw }: { start: Float32Array; triangles: Uint32Array; jaw: Float32Array },
  pairs: readonly Pair[],
): Float32Array {
  const count = start.length / 3;
  const neighbors = Array.from({ length: count }, () => new Set<number>());
  for (let i = 0; i < triangles.length; i++) {
    const t = i - (i % 3);
    for (let k = t; k < t + 3; k++) if (k !== i) neighbors[triangles[i]!]!.add(triangles[k]!);
  }
  let offsets = new Float32Array(start.length);
  /** Minimizes the squared distances to target offsets plus `stiffness` times the squared differences between neighbors (Jacobi method). */
  const relax = (wanted: Float32Array, weights: Float32Array, stiffness: number, passes: number): void => {
    for (let pass = 0; pass < passes; pass++) {
      const next = offsets.slice();
      for (let i = 0; i < count; i++) {
        const total = weights[i]! + stiffness * neighbors[i]!.size;
        if (total === 0) continue;
        for (let k = 3 * i; k < 3 * i + 3; k++) {
          let sum = weights[i]! * wanted[k]!;
          for (const other of neighbors[i]!) sum += stiffness * offsets[3 * other + (k % 3)]!;
          next[k] = sum / total;
        }
      }
      offsets = next;
    }
  };
  const anchors = anchorPairs(start, pairs);
  relax(
    anchors.offsets,
    anchors.weights.map((weight) => 20 * weight),
    1,
    600,
  );
  const matcher = createMatcher(target);
  for (const { stiffness, landmarks } of ROUNDS) {
    const now = start.map((value, i) => value + offsets[i]!);
    const normals = smoothNormals(now, triangles);
    const weights = new Float32Array(count);
    const wanted = new Float32Array(start.length);
    for (let i = 0; i < count; i++) {
      const [x, y, z] = at(now, i);
      const match = matcher([x, y, z], at(normals, i), jaw[i]!);
      const isEar = Math.abs(x) > EARS.aside && z < EARS.behind;
      const own = match.distance > MAX_DISTANCE || match.cosine < MIN_COSINE || isEar ? 0 : match.cosine;
      const anchor = landmarks * anchors.weights[i]!;
      weights[i] = own + anchor;
      if (weights[i] === 0) continue;
      for (let k = 0; k < 3; k++) {
        const at = 3 * i + k;
        wanted[at] = (own * (match.point[k]! - start[at]!) + anchor * anchors.offsets[at]!) / weights[i]!;
      }
    }
    relax(wanted, weights, stiffness, SMOOTHING_PASSES);
  }
  return start.map((value, i) => value + offsets[i]!);
}

/** Returns the offsets and weights of vertices near landmarks. */
function anchorPairs(start: Float32Array, pairs: readonly Pair[]): { offsets: Float32Array; weights: Float32Array } {
  const anchors = { offsets: new Float32Array(start.length), weights: new Float32Array(start.length / 3) };
  for (const { from, to, weight } of pairs) {
    const distances = Array.from({ length: start.length / 3 }, (_, i) => Math.hypot(...at(start, i).map((value, k) => value - from[k]!)));
    const nearest = distances.indexOf(Math.min(...distances));
    distances.forEach((distance, i) => {
      if (i !== nearest && distance > LANDMARK_REACH) return;
      const own = weight * Math.exp(-((distance / 0.001) ** 2)) + (i === nearest ? 0.5 : 0);
      const total = anchors.weights[i]! + own;
      for (let k = 0; k < 3; k++) {
        const offset = anchors.offsets[3 * i + k]! * anchors.weights[i]! + own * (to[k]! - from[k]!);
        anchors.offsets[3 * i + k] = offset / total;
      }
      anchors.weights[i] = total;
    });
  }
  return anchors;
}
