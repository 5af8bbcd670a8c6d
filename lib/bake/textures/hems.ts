import type { PolygonMesh } from '../makehuman/index.ts';
import { noise } from './noise.ts';

/** Distances from an edge, metres: its rounded rim, its stitches (middle and half width), the doubled cloth. */
const RIM = 0.0015;
const STITCHES = { at: 0.006, half: 0.0005, period: 0.0036, share: 0.62 } as const;
const DOUBLED = 0.0085;
/** Factors for the lightness: a rim catches light, stitches lie deep, cloth next to a doubled one is in its shadow. */
const LIGHT = { rim: 1.16, stitch: 0.68, step: 0.84 } as const;
/** Wave of the cloth that stitches pull, metres long. */
const PULLED = { strength: 0.05, length: 0.006 } as const;
/** Greatest and least metres per unit of texture; what is beyond has no room for stitches. */
const DENSITY = { least: 0.2, most: 3 } as const;

/** An open edge of a garment. */
interface Border {
  /** Ends and the corner across, texture coordinates. */
  from: readonly [number, number];
  to: readonly [number, number];
  across: readonly [number, number];
  /** Metres. */
  length: number;
  /** Metres from the beginning of the seam to this edge. */
  start: number;
}

/**
 * Draws what a tailor leaves on a garment: hems with a rim and a row of stitches at open edges.
 * Cuts of the texture are left: they are not where a tailor would sew.
 *
 * @param mesh the garment
 * @param positions of its vertices on the actor, metres
 * @param size width and height of the texture, pixels
 * @returns factor for the lightness of each pixel
 */
export function drawHems(mesh: PolygonMesh, positions: Float32Array, size: number): Float32Array {
  const light = new Float32Array(size * size).fill(1);
  const nearest = new Float32Array(size * size).fill(DOUBLED + RIM);
  for (const border of findBorders(mesh, positions)) drawBorder(border, size, light, nearest);
  return light;
}

function drawBorder(
  { from, to, across, length, start }: Border,
  size: number,
  light: Float32Array,
  nearest: Float32Array,
): void {
  const [du, dv] = [to[0] - from[0], to[1] - from[1]];
  const span = Math.hypot(du, dv);
  const density = length / span;
  if (!(density > DENSITY.least && density < DENSITY.most)) return;
  const reach = (DOUBLED + RIM) / density;
  // The side on which the cloth lies.
  const side = Math.sign(du * (across[1] - from[1]) - dv * (across[0] - from[0]));
  const bounds = (k: 0 | 1): [number, number] => [
    Math.max(0, Math.floor((Math.min(from[k], to[k]) - reach) * size)),
    Math.min(size - 1, Math.ceil((Math.max(from[k], to[k]) + reach) * size)),
  ];
  const [[left, right], [top, bottom]] = [bounds(0), bounds(1)];
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const [u, v] = [(x + 0.5) / size - from[0], (y + 0.5) / size - from[1]];
      const along = Math.min(1, Math.max(0, (u * du + v * dv) / span ** 2));
      const far = density * Math.hypot(u - along * du, v - along * dv);
      // A pixel that the edge cuts belongs to it.
      if (side * (du * v - dv * u) < -span / size) continue;
      const i = y * size + x;
      if (far >= nearest[i]!) continue;
      nearest[i] = far;
      light[i] = hemAt(far, start + along * length, density / size);
    }
}

/**
 * @param far distance from the edge, metres
 * @param along the seam, metres
 * @param texel size of a pixel, metres
 */
function hemAt(far: number, along: number, texel: number): number {
  if (far < RIM) return LIGHT.rim;
  if (far > DOUBLED) return LIGHT.step;
  const half = Math.max(STITCHES.half, 0.7 * texel);
  if (Math.abs(far - STITCHES.at) < half && (along / STITCHES.period) % 1 < STITCHES.share) return LIGHT.stitch;
  return 1 + PULLED.strength * (noise(along / PULLED.length, far / PULLED.length, 4096, 131) - 0.5);
}

/** Lists the open edges of a garment. */
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
  // The open edges by the vertex that they begin at: triangles run alike, so each ends where the next begins.
  const open = new Map<number, number>();
  for (const all of sides.values()) if (all.length === 1) open.set(triangles[all[0]!]!, all[0]!);
  const borders: Border[] = [];
  for (let first = open.keys().next(); !first.done; first = open.keys().next()) {
    let [vertex, start] = [first.value, 0];
    for (let at = open.get(vertex); at !== undefined; at = open.get(vertex)) {
      open.delete(vertex);
      const [a, b, c] = corners(at);
      const [p, q] = [3 * triangles[a]!, 3 * triangles[b]!];
      const length = Math.hypot(...[0, 1, 2].map((k) => positions[p + k]! - positions[q + k]!));
      borders.push({ from: place(a), to: place(b), across: place(c), length, start });
      vertex = triangles[b]!;
      start += length;
    }
  }
  return borders;
}

const nameEdge = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
