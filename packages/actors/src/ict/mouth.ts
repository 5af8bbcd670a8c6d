import { smoothStep } from '../geometry/mesh/index.ts';
import type { PolygonMesh } from '../makehuman/index.ts';
import { readHeadModel } from './read.ts';

/** A mouth mesh of the head model, in model coordinates, in meters. */
export interface MouthMesh extends PolygonMesh {
  /** 1 for each vertex that moves with the jaw. */
  lower: Uint8Array;
  /** For each tooth vertex, the distance from the biting edge, up to 1 at the root; -1 for gums and tongue. */
  root: Float32Array;
  /** For each tooth vertex, the position between the neighboring teeth, -1..1; 0 for gums and tongue. */
  side: Float32Array;
}

/** Depth past which teeth are never visible, and extents that tell gums and tongue apart from palate and throat, in meters. */
const LAST_TOOTH = 0.069;
const GUM_FRONT = 0.1;
const TONGUE_HALF_WIDTH = 0.021;
/** Minimum average drop for a piece to count as moving with the jaw when it opens, in meters. */
const LOWER = 0.01;
/** Height along a tooth that counts as far from its edge, in meters. */
const CROWN = 0.0125;
/**
 * How far gums are pulled back, in meters, which is less below `tips` between the upper teeth. In the model, 8.4 mm of an upper incisor is
 * free of gum, compared with 10 to 11 mm in people (Magne, Gallucci, and Belser 2003), so smiles would show more gum than teeth.
 */
const GUM_BACK = { upper: 0.0036, between: 0.002, tips: -0.0294, reach: 0.0025, lower: 0.001 } as const;
/** Depth of the center of the dental arch, in meters. */
const ARCH_CENTER = 0.07;
/**
 * How much the central incisors, which end within `within` of the median plane, are widened toward each other, in meters. In the model,
 * they touch at only one height, so the throat would show between them as a black line.
 */
const CONTACT = { within: 0.0005, wider: 0.0006 } as const;
/** Texture coordinate column of the gums and the tongue. The teeth are in the next column. */
const COLUMN = 2;

let known: { teeth: MouthMesh; tongue: MouthMesh } | undefined;

/** Returns the teeth, separate from each other and with their gums, and the tongue, all at rest. */
export function mouthMeshes(): { teeth: MouthMesh; tongue: MouthMesh } {
  known ??= cutMeshes();
  return known;
}

interface Piece {
  vertices: number[];
  uvs: number[];
}

function cutMeshes(): { teeth: MouthMesh; tongue: MouthMesh } {
  const model = readHeadModel();
  const { positions } = model;
  const open = model.expression('jawOpen');
  const measure = (piece: Piece) => {
    const range = (k: number): { from: number; to: number } => {
      const values = piece.vertices.map((v) => positions[3 * v + k]!);
      return { from: Math.min(...values), to: Math.max(...values) };
    };
    const drop = piece.vertices.reduce((sum, v) => sum - open[3 * v + 1]! / piece.vertices.length, 0);
    return { ...piece, x: range(0), y: range(1), z: range(2), lower: drop > LOWER };
  };
  const enamel = findPieces(model.triangles('M_Teeth'), 'vertices').map(measure);
  const soft = findPieces(model.triangles('M_GumsTongue'), 'uvs').map(measure);
  const teeth = enamel.filter(({ z }) => z.from > LAST_TOOTH).map(withoutRoot(positions));
  const gums = soft.filter(({ z }) => z.to > GUM_FRONT);
  const tongue = soft.filter(({ lower, x }) => lower && x.to < TONGUE_HALF_WIDTH);
  const compose = (pieces: readonly (Piece & { lower: boolean; y: { from: number; to: number } })[], wide: boolean) => {
    const places = new Map<number, number>();
    const uvPlaces = new Map<number, number>();
    const placeOf = (all: Map<number, number>, value: number): number => {
      if (!all.has(value)) all.set(value, all.size);
      return all.get(value)!;
    };
    const triangles = pieces.flatMap(({ vertices }) => vertices.map((v) => placeOf(places, v)));
    const uvTriangles = pieces.flatMap(({ uvs }) => uvs.map((uv) => placeOf(uvPlaces, uv)));
    const lower = new Uint8Array(places.size);
    const root = new Float32Array(places.size).fill(-1);
    const side = new Float32Array(places.size);
    const wider = new Float32Array(places.size);
    for (const piece of pieces) {
      const tooth = teeth.find((other) => other === piece);
      const across = tooth && placeAcross(positions, tooth);
      for (const v of piece.vertices) {
        const at = places.get(v)!;
        lower[at] = Number(piece.lower);
        if (!tooth || !across) continue;
        const [x, y] = [positions[3 * v]!, positions[3 * v + 1]!];
        root[at] = Math.min(1, (piece.lower ? piece.y.to - y : y - piece.y.from) / CROWN);
        side[at] = across(v);
        const [from, to] = [tooth.x.from, tooth.x.to];
        if (Math.abs(from) < CONTACT.within) wider[at] = (-CONTACT.wider * (to - x)) / (to - from);
        if (Math.abs(to) < CONTACT.within) wider[at] = (CONTACT.wider * (x - from)) / (to - from);
      }
    }
    return {
      positions: Float32Array.from(
        [...places].flatMap(([v, at]) => {
          const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
          if (!wide || root[at]! >= 0) return [x! + wider[at]!, y!, z!];
          const { upper, between, tips, reach } = GUM_BACK;
          return [x!, y! + (lower[at] ? -GUM_BACK.lower : between + (upper - between) * smoothStep(tips, tips + reach, y!)), z!];
        }),
      ),
      triangles: Uint32Array.from(triangles),
      uvTriangles: Uint32Array.from(uvTriangles),
      uvs: Float32Array.from(
        [...uvPlaces.keys()].flatMap((uv) => [(model.uvs[2 * uv]! - COLUMN) / (wide ? 2 : 1), 1 - model.uvs[2 * uv + 1]!]),
      ),
      lower,
      root,
      side,
    };
  };
  return { teeth: compose([...teeth, ...gums], true), tongue: compose(tongue, false) };
}

/** Removes the part of a tooth that is inside the gums. */
const withoutRoot =
  (positions: Float32Array) =>
  <T extends Piece & { lower: boolean; y: { from: number; to: number } }>(tooth: T): T => {
    const isCrown = (v: number): boolean => {
      const y = positions[3 * v + 1]!;
      return (tooth.lower ? tooth.y.to - y : y - tooth.y.from) < CROWN;
    };
    const keeps = (_: number, i: number): boolean => [0, 1, 2].some((k) => isCrown(tooth.vertices[i - (i % 3) + k]!));
    return { ...tooth, vertices: tooth.vertices.filter(keeps), uvs: tooth.uvs.filter(keeps) };
  };

/** Returns a function for the position of a tooth vertex along the row, -1..1. */
function placeAcross(positions: Float32Array, { vertices, x, z }: Piece & Record<'x' | 'z', { from: number; to: number }>) {
  const [middleX, middleZ] = [(x.from + x.to) / 2, (z.from + z.to) / 2];
  const [outX, outZ] = [middleX, middleZ - ARCH_CENTER];
  const along = (v: number): number => (positions[3 * v]! * outZ - positions[3 * v + 2]! * outX) / Math.hypot(outX, outZ);
  const places = vertices.map(along);
  const [from, to] = [Math.min(...places), Math.max(...places)];
  return (v: number): number => (2 * (along(v) - from)) / (to - from) - 1;
}

/** Groups triangles that share vertices or texture coordinates. */
function findPieces(all: { vertices: Uint32Array; uvs: Uint32Array }, by: 'vertices' | 'uvs'): Piece[] {
  const corners = all[by];
  const parents = new Map([...corners].map((corner) => [corner, corner]));
  const rootOf = (corner: number): number => {
    let top = corner;
    while (parents.get(top) !== top) top = parents.get(top)!;
    parents.set(corner, top);
    return top;
  };
  corners.forEach((corner, i) => {
    if (i % 3) parents.set(rootOf(corner), rootOf(corners[i - 1]!));
  });
  const pieces = new Map<number, Piece>();
  corners.forEach((corner, i) => {
    const own = pieces.get(rootOf(corner)) ?? { vertices: [], uvs: [] };
    pieces.set(rootOf(corner), own);
    own.vertices.push(all.vertices[i]!);
    own.uvs.push(all.uvs[i]!);
  });
  return [...pieces.values()];
}
