import { createRasterizer } from '../geometry/atlas.ts';
import { subtract, type Vector, at as vertexAt } from '../geometry/mesh/index.ts';
import type { PolygonMesh } from '../makehuman/index.ts';
import { noise } from './noise.ts';

/** Distances from the edge, in meters: rounded rim, stitches (middle and half width), and doubled cloth. */
const RIM = 0.0015;
const STITCHES = { at: 0.006, half: 0.0005, period: 0.0036, share: 0.62 } as const;
const DOUBLED = 0.0085;
/** Lightness factors. The rim catches light, stitches are recessed, and cloth next to doubled cloth is in its shadow. */
const LIGHT = { rim: 1.16, stitch: 0.68, step: 0.84 } as const;
/** Strength of the waves in cloth pulled by stitches, and their length in meters. */
const PULLED = { strength: 0.05, length: 0.006 } as const;
/**
 * A ribbed band: its width and rib spacing in meters, the lightness of its edge, how much darker it is where it is sewn on, the contrast of
 * the ribs and of the groove between band and cloth, and the groove width in meters.
 */
const BAND = { width: 0.019, period: 0.0036, edge: 1.1, round: 0.2, ribs: 0.17, groove: 0.3, wide: 0.0035 } as const;
/** Maximum ratio of the texture stretch across an edge to the stretch along it. */
const STRETCHED = 2;
/** Maximum distance from the edge to any corner of a triangle that the band reaches, in meters. */
const NEAR = 0.05;
/** Offset added to positions before they are rasterized, in meters. It is needed because 0 means no cloth. */
const FAR = 4;
/** Minimum and maximum number of meters per texture unit. At other scales, there is no room for stitches. */
const DENSITY = { least: 0.2, most: 3 } as const;

/** An open edge of a garment. */
interface Border {
  /** Texture coordinates of the two ends, and of the triangle corner opposite the edge. */
  from: readonly [number, number];
  to: readonly [number, number];
  across: readonly [number, number];
  /** In meters. */
  length: number;
  /** Distance along the seam to the start of this edge, in meters. */
  start: number;
  /** Positions of the two ends on the actor. */
  ends: readonly [Vector, Vector];
}

/**
 * Draws hems with a rim and a row of stitches along the open edges of a garment, but not where only its texture is cut.
 * @param ribbed true if edges have a knitted band instead of a hem
 * @returns the lightness factor of each pixel, and which pixels are part of a band
 */
export function drawHems(
  mesh: PolygonMesh,
  positions: Float32Array,
  size: number,
  ribbed = false,
): { light: Float32Array; isBand: (pixel: number) => boolean } {
  const light = new Float32Array(size * size).fill(1);
  const reach = ribbed ? BAND.width + 2 * BAND.wide : DOUBLED + RIM;
  const nearest = new Float32Array(size * size).fill(reach);
  const borders = findBorders(mesh, positions);
  // Bands are wide enough to reveal any stretch in the texture.
  const places = ribbed ? rasterizePlaces(nearBorders(mesh, positions, borders), positions, size) : undefined;
  const drawing = { size, light, nearest, reach, lightAt: ribbed ? bandAt : hemAt, places };
  for (const border of borders) drawBorder(border, drawing);
  return { light, isBand: (pixel) => ribbed && nearest[pixel]! < BAND.width };
}

interface Drawing {
  size: number;
  light: Float32Array;
  /** Distance from each pixel to the nearest edge, limited to the width of what is drawn, in meters. */
  nearest: Float32Array;
  reach: number;
  /** Returns the lightness at a given distance from the edge and position along it. */
  lightAt: typeof hemAt;
  /** Pixel positions on the actor (x, y, and z), plus `FAR`. If undefined, distances are measured in the texture. */
  places: readonly [Float32Array, Float32Array, Float32Array] | undefined;
}

function drawBorder(border: Border, { size, light, nearest, reach: far, lightAt, places }: Drawing): void {
  const { from, to, across, ends, length, start } = border;
  const [du, dv] = [to[0] - from[0], to[1] - from[1]];
  const span = Math.hypot(du, dv);
  const density = length / span;
  if (!(density > DENSITY.least && density < DENSITY.most)) return;
  const reach = (STRETCHED * far) / density;
  // Which side of the edge the cloth is on.
  const side = Math.sign(du * (across[1] - from[1]) - dv * (across[0] - from[0]));
  const bounds = (k: 0 | 1): [number, number] => [
    Math.max(0, Math.floor((Math.min(from[k], to[k]) - reach) * size)),
    Math.min(size - 1, Math.ceil((Math.max(from[k], to[k]) + reach) * size)),
  ];
  const [[left, right], [top, bottom]] = [bounds(0), bounds(1)];
  const edge = subtract(ends[1], ends[0]);
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const u = (x + 0.5) / size - from[0];
      const v = (y + 0.5) / size - from[1];
      // Pixels that the edge cuts through count as cloth.
      if (side * (du * v - dv * u) < -span / size) continue;
      const i = y * size + x;
      const placed = places !== undefined && places[0][i]! > 0;
      const offX = placed ? places[0][i]! - FAR - ends[0][0] : 0;
      const offY = placed ? places[1][i]! - FAR - ends[0][1] : 0;
      const offZ = placed ? places[2][i]! - FAR - ends[0][2] : 0;
      const beside = placed ? (offX * edge[0] + offY * edge[1] + offZ * edge[2]) / length ** 2 : (u * du + v * dv) / span ** 2;
      const along = Math.min(1, Math.max(0, beside));
      const away = placed
        ? Math.hypot(offX - edge[0] * along, offY - edge[1] * along, offZ - edge[2] * along)
        : density * Math.hypot(u - along * du, v - along * dv);
      if (away >= nearest[i]!) continue;
      nearest[i] = away;
      light[i] = lightAt(away, start + beside * length, density / size);
    }
}

/** @param far distance from the edge, in meters @param along position on the seam, in meters @param texel size of a pixel, in meters */
function hemAt(far: number, along: number, texel: number): number {
  if (far < RIM) return LIGHT.rim;
  if (far > DOUBLED) return LIGHT.step;
  const half = Math.max(STITCHES.half, 0.7 * texel);
  if (Math.abs(far - STITCHES.at) < half && (along / STITCHES.period) % 1 < STITCHES.share) return LIGHT.stitch;
  return 1 + PULLED.strength * (noise(along / PULLED.length, far / PULLED.length, 4096, 131) - 0.5);
}

/** The same, for a knitted band. */
function bandAt(far: number, along: number, texel: number): number {
  const groove = 1 - BAND.groove * Math.max(0, 1 - Math.abs(far - BAND.width) / BAND.wide);
  if (far > BAND.width) return groove;
  const share = far / BAND.width;
  const ribs = texel < BAND.period / 3 ? BAND.ribs * Math.cos((2 * Math.PI * along) / BAND.period) : 0;
  return (BAND.edge - BAND.round * share * share + ribs * Math.min(1, 6 * share)) * groove;
}

/** Omits the garment triangles that the band does not reach. */
function nearBorders(mesh: PolygonMesh, positions: Float32Array, borders: readonly Border[]): PolygonMesh {
  const isNear = Uint8Array.from({ length: positions.length / 3 }, (_, v) => {
    const place = vertexAt(positions, v);
    return Number(borders.some(({ ends: [from] }) => Math.hypot(...subtract(from, place)) < NEAR));
  });
  const kept = [...mesh.triangles.keys()].filter((k) => [0, 1, 2].some((corner) => isNear[mesh.triangles[k - (k % 3) + corner]!]));
  return {
    ...mesh,
    triangles: Uint32Array.from(kept, (k) => mesh.triangles[k]!),
    uvTriangles: Uint32Array.from(kept, (k) => mesh.uvTriangles[k]!),
  };
}

function rasterizePlaces(mesh: PolygonMesh, positions: Float32Array, size: number): Drawing['places'] {
  const rasterize = createRasterizer(mesh, mesh.triangles.length / 3, size);
  return [0, 1, 2].map((axis) =>
    rasterize(Float32Array.from({ length: positions.length / 3 }, (_, v) => FAR + positions[3 * v + axis]!)),
  ) as [Float32Array, Float32Array, Float32Array];
}

function findBorders({ triangles, uvTriangles, uvs }: PolygonMesh, positions: Float32Array): Border[] {
  const sides = new Map<string, number[]>();
  const corners = (at: number): [number, number, number] => {
    const t = at - (at % 3);
    return [at, t + ((at + 1) % 3), t + ((at + 2) % 3)];
  };
  for (let at = 0; at < triangles.length; at++) {
    const [a, b] = corners(at);
    const key = nameEdge(triangles[a]!, triangles[b]!);
    const known = sides.get(key);
    if (known) known.push(at);
    else sides.set(key, [at]);
  }
  const place = (corner: number): readonly [number, number] => {
    const at = 2 * uvTriangles[corner]!;
    return [uvs[at]!, uvs[at + 1]!];
  };
  // Open edges, indexed by their first vertex. All triangles have the same orientation, so each edge ends where the next one begins.
  const open = new Map<number, number>();
  for (const all of sides.values()) if (all.length === 1) open.set(triangles[all[0]!]!, all[0]!);
  const borders: Border[] = [];
  for (let first = open.keys().next(); !first.done; first = open.keys().next()) {
    let [vertex, start] = [first.value, 0];
    for (let at = open.get(vertex); at !== undefined; at = open.get(vertex)) {
      open.delete(vertex);
      const [a, b, c] = corners(at);
      const ends = [vertexAt(positions, triangles[a]!), vertexAt(positions, triangles[b]!)] as const;
      const length = Math.hypot(...subtract(...ends));
      borders.push({ from: place(a), to: place(b), across: place(c), ends, length, start });
      vertex = triangles[b]!;
      start += length;
    }
  }
  return borders;
}

const nameEdge = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
