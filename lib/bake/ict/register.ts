import { at, dot, fitSphere, interpolate, smoothNormals, subtract, type Vector } from '../geometry/mesh/index.ts';
import type { Assets, Build } from '../makehuman/index.ts';
import { shapeBody } from '../makehuman/index.ts';
import { analyzeFace, findEyeballs } from '../shapes/index.ts';
import { measureOpening, type Opening } from '../shapes/lids.ts';
import type { Correspondence } from './correspondence.ts';
import { type HeadModel, readHeadModel } from './read.ts';

/** The MakeHuman head that is registered: between all actors, and so nearer to each than they are to each other. */
const REFERENCE: Build = {
  ...{ gender: 0.5, age: 28, muscle: 0.5, weight: 0.5, height: 0.5 },
  origin: { african: 0.2, asian: 0.2, caucasian: 0.6 },
};
/** Vertices of the model's skin; mouth and eye sockets follow. */
const SKIN_VERTICES = 11248;
/** MakeHuman's head and neck are above this in its base mesh, metres. */
const NECK_HEIGHT = 0.56;
/** Landmarks of the model where the lips meet (Multi-PIE 48, 60 to 64, 54 and 48, 67 to 65, 54 from zero), by x. */
const UPPER_LIP = [5708, 5702, 5711, 5533, 6216, 6207, 6213] as const;
const LOWER_LIP = [5708, 5966, 5517, 6470, 6213] as const;
/** Weights in matching: distance that a difference of 1 of the normal, and of the following of the jaw, stands for, m. */
const NORMAL_LENGTH = 0.01;
const JAW_LENGTH = 0.03;
/** Matches farther apart, or of normals with a smaller cosine, do not count; metres. */
const MAX_DISTANCE = 0.02;
const MIN_COSINE = 0.4;
/** Ears have no counterpart that is near enough: they are aside of and behind this in the model, metres. */
const EARS = { aside: 0.066, behind: 0.03 };
/** Rounds of matching: stiffness of the displacement between neighbours, and weight of landmarks. */
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
/** Vertices within this of a landmark follow it, metres. */
const LANDMARK_REACH = 0.0016;

/** Points that are the same on both heads. */
interface Pair {
  from: Vector;
  to: Vector;
  weight: number;
}

/** A head's mesh, with what tells its parts apart. */
interface Surface {
  positions: Float32Array;
  triangles: Uint32Array;
  normals: Float32Array;
  /** Share by which each vertex follows the opening jaw, 0..1. */
  jaw: Float32Array;
}

/**
 * Registers MakeHuman's head to the head model: its surface is drawn onto the model's, first at landmarks (profile, lid
 * edges, lip line), then by repeated matching of nearest points with less and less stiffness (non-rigid iterative
 * closest points, Amberg et al. 2007). Upper and lower lip are told apart by how they follow the jaw.
 *
 * @returns for each vertex of MakeHuman's head a place in a triangle of the model
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

/** @param drop vertical displacement of a vertex when the jaw opens; negative */
function jawShares(count: number, drop: (vertex: number) => number): Float32Array {
  const drops = Float32Array.from({ length: count }, (_, v) => Math.max(0, -drop(v)));
  const most = Float32Array.from(drops).sort()[Math.floor(count * 0.999)]!;
  return drops.map((value) => Math.min(1, value / most));
}

/** Selects head and neck without the inside of the mouth; triangles refer to the selection. */
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

function findPairs(assets: Assets, face: ReturnType<typeof analyzeFace>, model: HeadModel, skin: Uint16Array): Pair[] {
  const { positions, line } = face;
  const height = (x: number): Vector => [x, interpolate(line.places, line.y, x), interpolate(line.places, line.z, x)];
  const upper = curveThrough(model.positions, UPPER_LIP);
  const lower = curveThrough(model.positions, LOWER_LIP);
  const meet = (x: number): Vector => upper(x).map((value, k) => (value + lower(x)[k]!) / 2) as unknown as Vector;
  const corner = at(model.positions, UPPER_LIP.at(-1)!)[0];
  const pairs: Pair[] = [];
  const modelFace = model.triangles('M_Face').vertices;
  const profiles = [
    findProfile(
      [...skin].map((v) => at(positions, v)),
      height(0),
    ),
    findProfile(
      [...new Set(modelFace)].map((v) => at(model.positions, v)),
      meet(0),
    ),
  ] as const;
  pairs.push(...profiles[0].map((from, i) => ({ from, to: profiles[1][i]!, weight: 1 })));
  const white = new Set(model.triangles('M_ScleraLeft').vertices);
  const eyes = [
    findEyeballs(assets, positions).left,
    fitSphere(Float32Array.from([...white].flatMap((v) => at(model.positions, v)))),
  ] as const;
  const lids = [
    measureOpening(eyes[0], positions, face.triangles),
    measureOpening(eyes[1], model.positions, modelFace),
  ] as const;
  const steps = Array.from({ length: 13 }, (_, i) => i / 12);
  for (const share of steps) {
    for (const edge of ['upper', 'lower'] as const) {
      const [from, to] = [0, 1].map((i) => lidEdge(lids[i]!, eyes[i]!, 0.02 + 0.96 * share, edge)) as [Vector, Vector];
      pairs.push({ from, to, weight: 1 });
    }
    pairs.push({ from: height(share * line.half), to: meet(share * corner), weight: 2 });
  }
  const mirror = ([x, y, z]: Vector): Vector => [-x, y, z];
  return pairs.flatMap((pair) =>
    pair.from[0] === 0 ? [pair] : [pair, { ...pair, from: mirror(pair.from), to: mirror(pair.to) }],
  );
}

/** Returns a function for the point at x on a line through vertices that ascend in x. */
function curveThrough(positions: Float32Array, vertices: readonly number[]): (x: number) => Vector {
  const [x, y, z] = [0, 1, 2].map((k) => vertices.map((v) => positions[3 * v + k]!)) as [number[], number[], number[]];
  return (place) => [place, interpolate(x, y, place), interpolate(x, z, place)];
}

/** Returns a point on the edge of a lid, at a share of the way across the open part of the eye. */
function lidEdge(
  opening: Opening,
  { centre, radius }: { centre: readonly number[]; radius: number },
  share: number,
  edge: 'upper' | 'lower',
): Vector {
  const open = opening.places.filter((_, i) => opening.upper[i]! - opening.lower[i]! > 0.04);
  const x = open[0]! + share * (open.at(-1)! - open[0]!);
  const elevation = interpolate(opening.places, opening[edge], x);
  const away = Math.sqrt(Math.max(0, (1.06 * radius) ** 2 - (x - centre[0]!) ** 2));
  return [x, centre[1]! + Math.sin(elevation) * away, centre[2]! + Math.cos(elevation) * away];
}

/**
 * Finds the landmarks of a profile: tip of the nose, chin, its lower edge, root of the nose, brow, base of the nose, dent
 * below the lip.
 *
 * @param points of the skin
 * @param lips the middle of the line where the lips meet
 */
function findProfile(points: readonly Vector[], [, ly, lz]: Vector): Vector[] {
  const median = points.filter(([x, , z]) => Math.abs(x) < 0.0015 && z > lz - 0.05);
  const most = (height: (point: Vector) => number, from: number, to: number, behind = 0.05): Vector => {
    const near = median.filter(([, y, z]) => y > from && y < to && z > lz - behind);
    const [, y, z] = near.reduce((a, b) => (height(b) > height(a) ? b : a));
    return [0, y, z];
  };
  const forward = ([, , z]: Vector): number => z;
  const backward = ([, , z]: Vector): number => -z;
  const nose = most(forward, ly + 0.01, ly + 0.06);
  const lip = most(forward, ly - 0.012, ly);
  const chin = most(forward, ly - 0.05, ly - 0.018);
  const root = most(backward, nose[1] + 0.015, nose[1] + 0.05, 0.03);
  return [
    nose,
    chin,
    most(([, y, z]) => 0.6 * z - y, ly - 0.09, ly - 0.02, 0.035),
    root,
    most(forward, root[1] + 0.003, root[1] + 0.04),
    most(backward, ly + 0.012, nose[1] - 0.004, 0.004),
    most(backward, chin[1], lip[1], 0.03),
  ];
}

/** Fits a scale and a shift for each axis. */
function fitAxes(pairs: readonly Pair[]): { scale: number; shift: number }[] {
  return [0, 1, 2].map((k) => {
    const mean = (value: (pair: Pair) => number): number => pairs.reduce((s, p) => s + value(p), 0) / pairs.length;
    const [from, to] = [mean((pair) => pair.from[k]!), mean((pair) => pair.to[k]!)];
    const scale =
      mean((pair) => (pair.from[k]! - from) * (pair.to[k]! - to)) / mean((pair) => (pair.from[k]! - from) ** 2);
    return { scale, shift: to - scale * from };
  });
}

/** Draws a surface onto another. @returns its vertices there */
function drawOnto(
  target: Surface,
  { start, triangles, jaw }: { start: Float32Array; triangles: Uint32Array; jaw: Float32Array },
  pairs: readonly Pair[],
): Float32Array {
  const count = start.length / 3;
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (let i = 0; i < triangles.length; i++) {
    const t = i - (i % 3);
    for (let k = t; k < t + 3; k++) if (k !== i) neighbours[triangles[i]!]!.add(triangles[k]!);
  }
  let offsets = new Float32Array(start.length);
  /** Minimizes squared distances to wanted offsets plus `stiffness` times those between neighbours (Jacobi). */
  const relax = (wanted: Float32Array, weights: Float32Array, stiffness: number, passes: number): void => {
    for (let pass = 0; pass < passes; pass++) {
      const next = offsets.slice();
      for (let i = 0; i < count; i++) {
        const total = weights[i]! + stiffness * neighbours[i]!.size;
        if (total === 0) continue;
        for (let k = 3 * i; k < 3 * i + 3; k++) {
          let sum = weights[i]! * wanted[k]!;
          for (const other of neighbours[i]!) sum += stiffness * offsets[3 * other + (k % 3)]!;
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

/** Returns the offsets and weights that landmarks give to the vertices near them. */
function anchorPairs(start: Float32Array, pairs: readonly Pair[]): { offsets: Float32Array; weights: Float32Array } {
  const anchors = { offsets: new Float32Array(start.length), weights: new Float32Array(start.length / 3) };
  for (const { from, to, weight } of pairs) {
    const distances = Array.from({ length: start.length / 3 }, (_, i) =>
      Math.hypot(...at(start, i).map((value, k) => value - from[k]!)),
    );
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

interface Match {
  /** First index of the triangle, and weights of its corners. */
  triangle: number;
  weights: Vector;
  point: Vector;
  distance: number;
  /** Of the angle between the normals. */
  cosine: number;
}

/** Returns a function for the place on a surface that is nearest in position, normal and following of the jaw. */
function createMatcher({ positions, triangles, normals, jaw }: Surface) {
  const around = new Map<number, number[]>();
  for (let i = 0; i < triangles.length; i++) {
    const own = around.get(triangles[i]!) ?? [];
    around.set(triangles[i]!, own);
    own.push(i - (i % 3));
  }
  const vertices = Uint32Array.from(around.keys());
  return ([x, y, z]: Vector, [nx, ny, nz]: Vector, follows: number): Match => {
    let [nearest, least] = [0, Number.POSITIVE_INFINITY];
    for (const v of vertices) {
      const a = 3 * v;
      let sum = (positions[a]! - x) ** 2 + (positions[a + 1]! - y) ** 2 + (positions[a + 2]! - z) ** 2;
      if (sum >= least) continue;
      const turn = (normals[a]! - nx) ** 2 + (normals[a + 1]! - ny) ** 2 + (normals[a + 2]! - nz) ** 2;
      sum += NORMAL_LENGTH ** 2 * turn + JAW_LENGTH ** 2 * (jaw[v]! - follows) ** 2;
      if (sum < least) [nearest, least] = [v, sum];
    }
    const candidates = around.get(nearest)!.map((triangle) => {
      const corners = [0, 1, 2].map((k) => at(positions, triangles[triangle + k]!)) as unknown as [
        Vector,
        Vector,
        Vector,
      ];
      return { triangle, ...closestInTriangle([x, y, z], corners) };
    });
    const best = candidates.reduce((a, b) => (b.distance < a.distance ? b : a));
    let cosine = 0;
    best.weights.forEach((weight, k) => {
      const [mx, my, mz] = at(normals, triangles[best.triangle + k]!);
      cosine += weight * (mx * nx + my * ny + mz * nz);
    });
    return { ...best, cosine };
  };
}

/** Finds the point of a triangle that is nearest to another (Ericson, "Real-Time Collision Detection", 5.1.5). */
function closestInTriangle(
  p: Vector,
  [a, b, c]: readonly [Vector, Vector, Vector],
): { weights: Vector; point: Vector; distance: number } {
  const [ab, ac] = [subtract(b, a), subtract(c, a)];
  const [ap, bp, cp] = [subtract(p, a), subtract(p, b), subtract(p, c)];
  const [d1, d2, d3, d4, d5, d6] = [dot(ab, ap), dot(ac, ap), dot(ab, bp), dot(ac, bp), dot(ab, cp), dot(ac, cp)];
  const [va, vb, vc] = [d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2];
  const weights = ((): Vector => {
    if (d1 <= 0 && d2 <= 0) return [1, 0, 0];
    if (d3 >= 0 && d4 <= d3) return [0, 1, 0];
    if (d6 >= 0 && d5 <= d6) return [0, 0, 1];
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return [1 - d1 / (d1 - d3), d1 / (d1 - d3), 0];
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return [1 - d2 / (d2 - d6), 0, d2 / (d2 - d6)];
    const toC = (d4 - d3) / (d4 - d3 + (d5 - d6));
    if (va <= 0 && d4 >= d3 && d5 >= d6) return [0, 1 - toC, toC];
    const total = va + vb + vc;
    return [va / total, vb / total, vc / total];
  })();
  const point = a.map((value, k) => weights[0] * value + weights[1] * b[k]! + weights[2] * c[k]!) as unknown as Vector;
  return { weights, point, distance: Math.hypot(...subtract(p, point)) };
}
