import { type Assets, fitProxy, lowerArms, type PolygonMesh } from '../makehuman/index.ts';
import type { Face } from '../shapes/face.ts';
import { type AtlasRegion, findIslands } from './atlas.ts';
import { at, cross, dot, normalize, subtract, type Vector } from './mesh/index.ts';

/** How far below the eyes meshes are cut off, in meters. This is outside the frame of the widest camera. */
export const CUT_BELOW_EYES = 0.62;

/** A piece of cloth between seams: a region of the original garment texture and where it goes in the actor's texture. */
export interface ClothPiece extends AtlasRegion {
  /** Meters per unit of the actor's texture. */
  meters: number;
  /** Mean directions on the actor in which texture coordinates u and v increase. */
  across: Vector;
  down: Vector;
}

export interface FittedGarment {
  /** The visible triangles, with coordinates in the actor's texture. */
  mesh: PolygonMesh;
  /** Positions of the mesh vertices, in meters. */
  positions: Float32Array;
  pieces: readonly ClothPiece[];
}

/** Relative resolution of pieces on the back, which no camera sees. */
const BACK_SHARE = 0.4;
/** Pieces whose mean normal has a smaller z than this are on the back. */
const BACK_NORMAL = -0.3;
/** Gap between pieces, as a fraction of the texture. With a smaller gap, mip levels would blend neighboring pieces. */
const BORDER = 0.006;

/**
 * Fits a garment to an actor whose arms are lowered, removes the parts that no camera sees, and fills the texture with the rest.
 * @param name name of the proxy
 * @param lowest height to cut the garment off at, in meters
 */
export function fitGarment(assets: Assets, { positions: body }: Face, name: string, lowest: number): FittedGarment {
  const proxy = assets.proxy(name);
  const positions = fitProxy(proxy, body, 1);
  lowerArms(assets.base, body, proxy.skinning, positions);
  const isShown = (t: number): boolean => [0, 1, 2].every((k) => positions[3 * proxy.triangles[t + k]! + 1]! > lowest);
  const starts = Array.from({ length: proxy.triangles.length / 3 }, (_, t) => 3 * t).filter(isShown);
  const keep = (all: Uint32Array): Uint32Array => Uint32Array.from(starts.flatMap((t) => [...all.subarray(t, t + 3)]));
  const mesh = {
    ...proxy,
    triangles: keep(proxy.triangles),
    uvTriangles: keep(proxy.uvTriangles),
    uvs: proxy.uvs.slice(),
  };
  const islands = findIslands(mesh.uvTriangles);
  const measured = measurePieces(mesh, positions, islands);
  const pieces = pack(measured);
  islands.forEach((corners, i) => {
    const { from, to } = pieces[i]!;
    for (const corner of corners) {
      mesh.uvs[2 * corner] = to.u + ((proxy.uvs[2 * corner]! - from.u) / from.width) * to.width;
      mesh.uvs[2 * corner + 1] = to.v + ((proxy.uvs[2 * corner + 1]! - from.v) / from.height) * to.height;
    }
  });
  return { mesh, positions, pieces };
}

/** A piece that has not been placed yet. */
interface MeasuredPiece extends Pick<ClothPiece, 'from' | 'across' | 'down'> {
  /** Size on the actor, in meters. */
  width: number;
  height: number;
  back: boolean;
}

function measurePieces(
  { triangles, uvTriangles, uvs }: PolygonMesh,
  positions: Float32Array,
  islands: readonly (readonly number[])[],
): MeasuredPiece[] {
  const islandOf = new Map(islands.flatMap((corners, i) => corners.map((corner) => [corner, i] as const)));
  const sums = islands.map(() => ({ area: 0, z: 0, u: 0, v: 0, across: [0, 0, 0], down: [0, 0, 0] }));
  for (let t = 0; t < triangles.length; t += 3) {
    const sum = sums[islandOf.get(uvTriangles[t]!)!]!;
    const [a, b, c] = [0, 1, 2].map((k): Vector => at(positions, triangles[t + k]!)) as [Vector, Vector, Vector];
    const uv = (k: number): readonly [number, number] => {
      const corner = 2 * uvTriangles[t + k]!;
      return [uvs[corner]!, uvs[corner + 1]!];
    };
    const [[au, av], [bu, bv], [cu, cv]] = [uv(0), uv(1), uv(2)];
    const [p, q] = [subtract(b, a), subtract(c, a)];
    const turn = (bu - au) * (cv - av) - (cu - au) * (bv - av);
    const normal = cross(p, q);
    const area = Math.hypot(...normal) / 2;
    if (Math.abs(turn) < 1e-10) continue;
    const alongU = p.map((value, k) => ((cv - av) * value - (bv - av) * q[k]!) / turn) as unknown as Vector;
    const alongV = p.map((value, k) => ((bu - au) * q[k]! - (cu - au) * value) / turn) as unknown as Vector;
    sum.area += area;
    sum.z += normal[2] / 2;
    sum.u += area * Math.hypot(...alongU);
    sum.v += area * Math.hypot(...alongV);
    for (let k = 0; k < 3; k++) {
      sum.across[k]! += area * alongU[k]!;
      sum.down[k]! += area * alongV[k]!;
    }
  }
  return islands.map((corners, i) => {
    const { area, z, u, v, across, down } = sums[i]!;
    const of = (k: 0 | 1): number[] => corners.map((corner) => uvs[2 * corner + k]!);
    const [left, right] = [Math.min(...of(0)), Math.max(...of(0))];
    const [top, bottom] = [Math.min(...of(1)), Math.max(...of(1))];
    const from = { u: left, v: top, width: Math.max(1e-4, right - left), height: Math.max(1e-4, bottom - top) };
    const whole = Math.max(area, 1e-9);
    return {
      from,
      across: normalize(across as unknown as Vector),
      down: normalize(down as unknown as Vector),
      width: (from.width * u) / whole,
      height: (from.height * v) / whole,
      back: z / whole < BACK_NORMAL,
    };
  });
}

/** Places pieces in rows, tallest first, at the highest resolution that fits them all. */
function pack(pieces: readonly MeasuredPiece[]): ClothPiece[] {
  let [least, most] = [0, 100];
  let places = place(pieces, least)!;
  for (let step = 0; step < 24; step++) {
    const scale = (least + most) / 2;
    const found = place(pieces, scale);
    if (found) [least, places] = [scale, found];
    else most = scale;
  }
  return places;
}

/** @param scale texture units per meter @returns undefined if there is not enough room */
function place(pieces: readonly MeasuredPiece[], scale: number): ClothPiece[] | undefined {
  const placed: ClothPiece[] = [];
  const order = [...pieces.keys()].sort((a, b) => heightOf(pieces[b]!, scale) - heightOf(pieces[a]!, scale));
  let [u, v, row] = [BORDER, BORDER, 0];
  for (const i of order) {
    const { from, across, down, width, back } = pieces[i]!;
    const share = scale * (back ? BACK_SHARE : 1);
    const to = { u, v, width: width * share, height: heightOf(pieces[i]!, scale) };
    if (u > BORDER && u + to.width + BORDER > 1) [to.u, to.v, row] = [BORDER, v + row + BORDER, 0];
    if (to.u + to.width + BORDER > 1 || to.v + to.height + BORDER > 1) return undefined;
    [u, v, row] = [to.u + to.width + BORDER, to.v, Math.max(row, to.height)];
    placed[i] = { from, to, across, down, meters: share > 0 ? 1 / share : 1 };
  }
  return placed;
}

const heightOf = ({ height, back }: MeasuredPiece, scale: number): number => height * scale * (back ? BACK_SHARE : 1);

/** Returns the components of the key light along the texture directions of a piece. @param light direction to the lamp */
export const lightAlong = ({ across, down }: ClothPiece, light: Vector): readonly [number, number] => [
  dot(across, light),
  dot(down, light),
];
