import type { Mesh } from '../makehuman/index.ts';
import { rasterizeVertexValues } from './atlas.ts';
import { at, smoothStep, type Vector } from './mesh/index.ts';

/** How much of a picture is seen at a place, 0..1; the origin of u and v is the upper left. */
export type Opacity = (u: number, v: number) => number;

/** Hair as it lies on an actor. */
export interface HairOnSkin {
  mesh: Mesh;
  positions: Float32Array;
  opacity: Opacity;
  /** How far short hairs grow beyond it, metres. */
  reach: number;
}

/** The hair is known by places so far apart, metres. */
const STEP = 0.002;
/** What is less to be seen of a picture is not hair. */
const SEEN = 0.5;

/**
 * Draws where short hairs grow out of the skin under and beside a hair of cards, whose edge would be that of a cap.
 *
 * @param skin with texture coordinates of the texture that is drawn
 * @param grows how readily hair grows at a place of the skin, 0..1
 * @param covers how much of the skin it hides there, even where none lies on it, 0..1
 * @returns one value a pixel: 1 under the hair, 0 beyond its reach; up to 1 more where it covers
 */
export function rasterizeHairGrowth(
  growth: HairOnSkin,
  skin: { mesh: Mesh; triangles: number; positions: Float32Array },
  { grows, covers = () => 0 }: { grows: (place: Vector) => number; covers?: (place: Vector) => number },
  size: number,
): Float32Array {
  const { reach } = growth;
  const denseAt = indexPlaces(listPlaces(growth, grows), reach);
  const drawn = new Float32Array(size * size);
  // The rest of the body lies across the head in this texture.
  const kept: number[] = [];
  for (let t = 0; t < 3 * skin.triangles; t += 3) {
    const corners = [...skin.mesh.triangles.subarray(t, t + 3)];
    if (corners.some((v) => grows(at(skin.positions, v)) > 0)) kept.push(t, t + 1, t + 2);
  }
  const head = {
    ...skin.mesh,
    triangles: Uint32Array.from(kept, (t) => skin.mesh.triangles[t]!),
    uvTriangles: Uint32Array.from(kept, (t) => skin.mesh.uvTriangles[t]!),
  };
  const [xs, ys, zs] = [0, 1, 2].map((axis) => {
    const values = skin.positions.filter((_, i) => i % 3 === axis);
    return rasterizeVertexValues(head, kept.length / 3, values, size);
  }) as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < drawn.length; i++) {
    const place = [xs[i]!, ys[i]!, zs[i]!] as const;
    const [x, y, z] = place;
    if (x === 0 && y === 0 && z === 0) continue;
    const readily = grows(place);
    if (readily === 0) continue;
    const covered = covers(place);
    drawn[i] = Math.max(readily * smoothStep(0, DENSE, denseAt(place)), covered) + covered;
  }
  const isEmpty = (i: number): boolean => xs[i] === 0 && ys[i] === 0 && zs[i] === 0;
  return widen(drawn, size, isEmpty);
}

/** So far beyond the edge of a piece of the texture what lies on it is drawn, pixels: a seam would be seen as a line. */
const MARGIN = 4;

/** Draws values on into empty pixels beside them. */
function widen(drawn: Float32Array, size: number, isEmpty: (i: number) => boolean): Float32Array {
  let wide = drawn;
  for (let round = 0; round < MARGIN; round++) {
    const next = wide.slice();
    for (let i = size; i < drawn.length - size; i++) {
      if (wide[i] === 0 && isEmpty(i)) next[i] = Math.max(wide[i - 1]!, wide[i + 1]!, wide[i - size]!, wide[i + size]!);
    }
    wide = next;
  }
  return wide;
}

/** Places of a hair that are seen where hair grows, one in each cube of `STEP`, in no order. */
function listPlaces({ mesh, positions, opacity }: HairOnSkin, grows: (place: Vector) => number): Vector[] {
  const { triangles, uvTriangles, uvs } = mesh;
  const places = new Map<number, Vector>();
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [
      at(positions, triangles[t]!),
      at(positions, triangles[t + 1]!),
      at(positions, triangles[t + 2]!),
    ];
    if (![a, b, c].some((corner) => grows(corner) > 0)) continue;
    const [ua, ub, uc] = [2 * uvTriangles[t]!, 2 * uvTriangles[t + 1]!, 2 * uvTriangles[t + 2]!];
    const parts = Math.max(1, Math.ceil(Math.max(distanceOf(a, b), distanceOf(b, c), distanceOf(c, a)) / STEP));
    for (let i = 0; i <= parts; i++) {
      for (let j = 0; j <= parts - i; j++) {
        const [wa, wb] = [i / parts, j / parts];
        const wc = 1 - wa - wb;
        const u = wa * uvs[ua]! + wb * uvs[ub]! + wc * uvs[uc]!;
        const v = wa * uvs[ua + 1]! + wb * uvs[ub + 1]! + wc * uvs[uc + 1]!;
        if (opacity(u, v) < SEEN) continue;
        const x = wa * a[0] + wb * b[0] + wc * c[0];
        const y = wa * a[1] + wb * b[1] + wc * c[1];
        const z = wa * a[2] + wb * b[2] + wc * c[2];
        places.set(cubeOf(x / STEP, y / STEP, z / STEP), [x, y, z]);
      }
    }
  }
  return [...places.values()];
}

/** How densely a hair lies about a place that has it on one side. */
const DENSE = 0.5;

/** How densely places lie within reach, the near ones before all: 1 where they lie on all sides. */
function indexPlaces(places: readonly Vector[], reach: number): (place: Vector) => number {
  const cubes = new Map<number, Vector[]>();
  for (const place of places) {
    const [x, y, z] = place;
    // It is sought in the cube of whoever seeks: so each place is put into the cubes beside its own as well.
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) {
          const cube = cubeOf(x / reach + dx, y / reach + dy, z / reach + dz);
          const found = cubes.get(cube);
          if (found) found.push(place);
          else cubes.set(cube, [place]);
        }
  }
  // The volume of a cone that stands on the surface, in squares of `STEP`.
  const full = (Math.PI * (reach / STEP) ** 2) / 3;
  return (place) => {
    const [x, y, z] = place;
    let sum = 0;
    for (const other of cubes.get(cubeOf(x / reach, y / reach, z / reach)) ?? []) {
      sum += Math.max(0, 1 - distanceOf(place, other) / reach);
    }
    return sum / full;
  };
}

/** Cubes to each side of the origin: 8 m of those of `STEP`. */
const CUBES = 4096;

/** The number of the cube of side 1 that a place is in. */
const cubeOf = (x: number, y: number, z: number): number =>
  ((Math.floor(x) + CUBES) * 2 * CUBES + Math.floor(y) + CUBES) * 2 * CUBES + Math.floor(z) + CUBES;

const distanceOf = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): number =>
  Math.sqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2);
