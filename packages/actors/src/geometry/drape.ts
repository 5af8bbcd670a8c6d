import { noise } from '../textures/noise.ts';
import { at, normalize, scale, smoothStep, type Vector } from './mesh/index.ts';
import type { PartSource } from './part.ts';

/** Factors for alternating steps that smooth a line without shrinking it (Taubin 1995, "A signal processing approach"). */
const STEPS = [0.5, -0.53] as const;
/** Height of the folds, in meters. */
const FOLD_HEIGHT = 0.0095;
/** Length scales of the folds, across and along them, in meters. Cloth vertices are a third of the first length apart. */
const ACROSS = 0.03;
const ALONG = 0.11;
/** How far folds wander from straight lines, and the wavelength, in meters. */
const WANDER = { size: 0.035, length: 0.09 } as const;
/** Distances from the neck axis over which folds fade in, in meters. Collars are stiff, so they do not fold. */
const STIFF = { from: 0.085, to: 0.13 } as const;
/** Direction of folds from the shoulders to the middle of the chest: outward and down. */
const SLANT: Vector = normalize([0.42, -0.9, 0]);

/**
 * Smooths a garment's open edges and adds folds that hang from the shoulders.
 * @param source garment with edges about a centimeter long
 * @param neck point on the neck axis
 * @param lowest minimum height of anything that moves, in meters
 */
export function drapeCloth(source: PartSource, neck: Vector, lowest: number): PartSource {
  const triangles = Uint32Array.from(source.triangleStarts.flatMap((t) => [...source.mesh.triangles.subarray(t, t + 3)]));
  const positions = smoothEdges(source.positions, triangles, lowest);
  for (const v of new Set(triangles)) {
    const place = at(positions, v);
    const height = foldHeight(place, neck) * smoothStep(lowest, lowest + 0.02, place[1]);
    const [dx, dy, dz] = scale(outward(place, neck), height);
    positions[3 * v]! += dx;
    positions[3 * v + 1]! += dy;
    positions[3 * v + 2]! += dz;
  }
  return { ...source, positions };
}

/** How far below the neck the arch of the shoulders begins, in meters. */
const ARCH = 0.12;

/** Outward direction from the body. It is the same for all layers of cloth at a point, whichever way they face. */
const outward = ([x, y, z]: Vector, [neckX, neckY, neckZ]: Vector): Vector =>
  normalize([0.25 * (x - neckX), Math.max(0, y - neckY + ARCH), z - neckZ]);

/** Height of the folds at a point, in meters. Never negative, because the skin below would poke through. */
function foldHeight([x, y, z]: Vector, [neckX, neckY, neckZ]: Vector): number {
  const loose = smoothStep(STIFF.from, STIFF.to, Math.hypot(x - neckX, z - neckZ));
  if (loose === 0) return 0;
  const aside = Math.abs(x - neckX);
  const down = y - neckY;
  const [along, across] = [aside * SLANT[0] + down * SLANT[1], aside * SLANT[1] - down * SLANT[0]];
  // Offset so that the two sides differ.
  const side = x > neckX ? 0 : 7;
  const wander = WANDER.size * (noise(aside / WANDER.length + side, 9 + y / WANDER.length, 4096, 141) - 0.5);
  const wave = noise(20 + (across + wander) / ACROSS, 20 + along / ALONG + 3 * side + (z > neckZ ? 0 : 5), 4096, 142);
  return FOLD_HEIGHT * loose * smoothStep(0.3, 0.85, wave);
}

/** Smooths only the open edges above the given height, because the edge of a turned-down collar would become wavy. */
function smoothEdges(positions: Float32Array, triangles: Uint32Array, lowest: number): Float32Array {
  const neighbors = findOpenEdges(triangles);
  let from = positions.slice();
  for (const factor of STEPS) {
    const to = from.slice();
    for (const [v, others] of neighbors) {
      const share = factor * smoothStep(lowest, lowest + 0.02, positions[3 * v + 1]!);
      if (share === 0) continue;
      for (let k = 0; k < 3; k++) {
        const mean = others.reduce((sum, other) => sum + from[3 * other + k]!, 0) / others.length;
        to[3 * v + k]! += share * (mean - from[3 * v + k]!);
      }
    }
    from = to;
  }
  return from;
}

/** Lists, for each vertex on an open edge, its neighbors along the edge. */
function findOpenEdges(triangles: Uint32Array): Map<number, number[]> {
  const open = new Map<string, readonly [number, number]>();
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      if (!open.delete(key)) open.set(key, [a, b]);
    }
  const neighbors = new Map<number, number[]>();
  for (const [a, b] of open.values())
    for (const [v, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const list = neighbors.get(v);
      if (list) list.push(other);
      else neighbors.set(v, [other]);
    }
  return neighbors;
}
