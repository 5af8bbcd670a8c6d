import type { ActorModel, Part } from '../model/index.ts';
import type { Light } from './lights.ts';
import { cross, normalize, type Vector } from './matrix.ts';

/** Width of the shadow map, cells. */
const CELLS = 640;

/** How soft a shadow is. */
interface Penumbra {
  /** Depth bias, metres: a surface does not shadow itself. */
  bias: number;
  /** Half the width of the blurred edge, cells, and distance between those that are looked at. */
  blur: number;
  step: number;
  /** Share of the light that arrives where nothing of the lamp is seen: walls and the other shoulder reflect it. */
  least: number;
}

/** A penumbra widens with the way from what casts the shadow: little on a face, a hand's breadth from head to shoulder. */
const ON_FACE: Penumbra = { bias: 0.006, blur: 8, step: 2, least: 0 };
const ON_CLOTH: Penumbra = { bias: 0.02, blur: 24, step: 5, least: 0.2 };

/** Substances that cast full shadows. */
const OPAQUE_SUBSTANCES: ReadonlySet<string> = new Set(['skin', 'cloth', 'generic']);

/**
 * Computes how much of a directional light reaches each vertex of each part at rest, 0..1. The actor hardly moves under
 * the lights, so the shadows are computed once.
 *
 * @param light its direction and distance
 * @param throughHair share of the light that passes through hair, 0..1
 * @param casters parts that cast shadows
 */
export function bakeShadows(
  actor: ActorModel,
  { direction, distance }: Pick<Light, 'direction' | 'distance'>,
  throughHair: number,
  casters: readonly Part[] = actor.parts,
): Float32Array[] {
  const right = normalize(cross([0, 1, 0], direction));
  const up = cross(direction, right);
  const all = [...new Set([...actor.parts, ...casters])];
  const projected = projectParts(all, [right, up, direction]);
  const cast = new Set(casters);
  const emptyMap = () => new Float32Array(CELLS * CELLS).fill(Number.NEGATIVE_INFINITY);
  const maps = { solid: emptyMap(), hair: emptyMap() };
  for (const [k, part] of all.entries()) {
    if (!cast.has(part)) continue;
    if (OPAQUE_SUBSTANCES.has(part.substance)) rasterizePart(maps.solid, part, projected[k]!);
    // Fine hair is blended over what it grows on, and too thin to cast a shadow.
    if (part.substance === 'hair' && part.material.alpha !== 'blend') rasterizePart(maps.hair, part, projected[k]!);
  }
  const near = distance ? fadingFrom(actor, direction, distance) : () => 1;
  return projected.slice(0, actor.parts.length).map((at, part) => {
    const lit = new Float32Array(at.length / 3);
    const { positions, substance } = actor.parts[part]!;
    const penumbra = substance === 'cloth' ? ON_CLOTH : ON_FACE;
    for (let vertex = 0; vertex < lit.length; vertex++) {
      const hair = lightAt(maps.hair, at, vertex * 3, penumbra);
      const fading = near(positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!);
      lit[vertex] = fading * lightAt(maps.solid, at, vertex * 3, penumbra) * (throughHair + (1 - throughHair) * hair);
    }
    return lit;
  });
}

/** Returns how light from nearby fades with the square of the distance, by place; 1 between the eyes. */
function fadingFrom(actor: ActorModel, direction: Vector, distance: number) {
  const eyes = actor.joints.filter(({ name }) => name === 'leftEye' || name === 'rightEye');
  const centre = [0, 1, 2].map((k) => eyes.reduce((sum, { position }) => sum + position[k]! / eyes.length, 0));
  const from = centre.map((value, k) => value + distance * direction[k]!);
  return (x: number, y: number, z: number): number =>
    Math.min(1, distance ** 2 / ((x - from[0]!) ** 2 + (y - from[1]!) ** 2 + (z - from[2]!) ** 2));
}

/**
 * Projects the vertices of each part onto the shadow map: column, row, metres towards the light.
 *
 * @param axes of the map and of the light
 */
function projectParts(
  parts: readonly Part[],
  axes: readonly [right: Vector, up: Vector, direction: Vector],
): Float64Array[] {
  const projected = parts.map(({ positions }) => {
    const at = new Float64Array(positions.length);
    for (const [axis, [x, y, z]] of axes.entries()) {
      for (let k = 0; k < at.length; k += 3) {
        at[k + axis] = positions[k]! * x + positions[k + 1]! * y + positions[k + 2]! * z;
      }
    }
    return at;
  });
  const least = [0, 1].map((axis) => Math.min(...projected.map((at) => extreme(at, axis, -1))));
  const most = [0, 1].map((axis) => Math.max(...projected.map((at) => extreme(at, axis, 1))));
  const scale = (CELLS - 1) / (Math.max(most[0]! - least[0]!, most[1]! - least[1]!) || 1);
  for (const at of projected) {
    for (const [axis, start] of least.entries()) {
      for (let k = axis; k < at.length; k += 3) at[k] = (at[k]! - start) * scale;
    }
  }
  return projected;
}

/** Returns the greatest (sign 1) or least (sign -1) value along an axis. */
function extreme(at: Float64Array, axis: number, sign: 1 | -1): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = axis; k < at.length; k += 3) if (sign * at[k]! > most) most = sign * at[k]!;
  return sign * most;
}

function rasterizePart(map: Float32Array, { indices }: Part, at: Float64Array): void {
  for (let k = 0; k < indices.length; k += 3) {
    rasterizeTriangle(map, at, indices[k]! * 3, indices[k + 1]! * 3, indices[k + 2]! * 3);
  }
}

function rasterizeTriangle(map: Float32Array, at: Float64Array, a: number, b: number, c: number): void {
  const ax = at[a]!;
  const ay = at[a + 1]!;
  const az = at[a + 2]!;
  const abx = at[b]! - ax;
  const aby = at[b + 1]! - ay;
  const abz = at[b + 2]! - az;
  const acx = at[c]! - ax;
  const acy = at[c + 1]! - ay;
  const acz = at[c + 2]! - az;
  const area = abx * acy - acx * aby;
  if (Math.abs(area) < 1e-9) return;
  const left = clip(Math.floor(ax + Math.min(0, abx, acx)));
  const right = clip(Math.ceil(ax + Math.max(0, abx, acx)));
  const high = clip(Math.ceil(ay + Math.max(0, aby, acy)));
  for (let y = clip(Math.floor(ay + Math.min(0, aby, acy))); y <= high; y++) {
    for (let x = left; x <= right; x++) {
      const v = ((x - ax) * acy - acx * (y - ay)) / area;
      const w = (abx * (y - ay) - (x - ax) * aby) / area;
      if (v < -0.01 || w < -0.01 || v + w > 1.01) continue;
      const depth = az + v * abz + w * acz;
      if (depth > map[y * CELLS + x]!) map[y * CELLS + x] = depth;
    }
  }
}

const clip = (value: number): number => Math.max(0, Math.min(CELLS - 1, value));

/** Returns the share of the cells around a point that nothing nearer to the light covers. */
function lightAt(map: Float32Array, at: Float64Array, point: number, { bias, blur, step, least }: Penumbra): number {
  const x = Math.round(at[point]!);
  const y = Math.round(at[point + 1]!);
  const depth = at[point + 2]! + bias;
  let [lit, looked] = [0, 0];
  for (let row = Math.max(0, y - blur); row <= Math.min(CELLS - 1, y + blur); row += step) {
    for (let column = Math.max(0, x - blur); column <= Math.min(CELLS - 1, x + blur); column += step) {
      // A round light: the corners are farther away.
      if ((row - y) ** 2 + (column - x) ** 2 > blur ** 2) continue;
      looked++;
      if (map[row * CELLS + column]! < depth) lit++;
    }
  }
  return looked ? least + ((1 - least) * lit) / looked : 1;
}
