import type { ActorModel, Part } from '../model/index.ts';
import type { Light } from './lights.ts';
import { cross, normalize, type Vector } from './matrix.ts';
import { ACROSS, CELLS, layOut, MARGIN, type ShadowMaps } from './shadow-map.ts';

/** Softness of a shadow. */
interface Penumbra {
  /** Depth bias in meters, so that a surface doesn't shadow itself. */
  bias: number;
  /** Half the width of the blurred edge, and the distance between samples, in cells. */
  blur: number;
  step: number;
  /** Fraction of the light that reaches full shadow, reflected by walls and by the other shoulder. */
  least: number;
}

/** A penumbra widens with distance from the caster. It is narrow on a face, but as wide as a hand from the head to the shoulder. */
const ON_FACE: Penumbra = { bias: 0.006, blur: 8, step: 2, least: 0 };
const ON_CLOTH: Penumbra = { bias: 0.02, blur: MARGIN, step: 5, least: 0.2 };
/** Substances that cast full shadows. */
const OPAQUE_SUBSTANCES: ReadonlySet<string> = new Set(['skin', 'cloth', 'generic']);

/**
 * Computes how much of a light reaches each vertex, 0..1. Only the rest pose is computed, because actors hardly move.
 * @param throughHair how much light hair transmits, 0..1
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
  const memory = layOut(all);
  const { kernel, maps, indices, shares } = memory;
  const points = projectParts(memory, all, [right, up, direction]);
  for (const map of Object.values(maps)) kernel.clearMap(map, CELLS);
  const cast = new Set(casters);
  for (const [k, part] of all.entries()) {
    // Fine hair is blended and too thin to cast a shadow.
    const isHair = part.substance === 'hair' && part.material.alpha !== 'blend';
    if (!cast.has(part) || !(isHair || OPAQUE_SUBSTANCES.has(part.substance))) continue;
    new Uint32Array(kernel.memory.buffer, indices, part.indices.length).set(part.indices);
    kernel.castTriangles(isHair ? maps.hair : maps.solid, CELLS, points[k]!, indices, part.indices.length / 3);
  }
  const near = distance ? fadingFrom(actor, direction, distance) : () => 1;
  return actor.parts.map(({ positions, substance }, part) => {
    const lit = new Float32Array(positions.length / 3);
    const { bias, blur, step, least } = substance === 'cloth' ? ON_CLOTH : ON_FACE;
    const [solid, hair] = [maps.solid, maps.hair].map((map, k) => {
      const at = shares + k * lit.length * 8;
      kernel.measureOpenShares(map, CELLS, points[part]!, lit.length, bias, blur, step, least, at);
      return new Float64Array(kernel.memory.buffer, at, lit.length);
    }) as [Float64Array, Float64Array];
    for (let v = 0; v < lit.length; v++) {
      const fading = near(positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!);
      lit[v] = fading * solid[v]! * (throughHair + (1 - throughHair) * hair[v]!);
    }
    return lit;
  });
}

/** Returns a function that computes how much of a nearby light reaches a point, by the inverse square law; 1 between the eyes. */
function fadingFrom(actor: ActorModel, direction: Vector, distance: number) {
  const eyes = actor.joints.filter(({ name }) => name === 'leftEye' || name === 'rightEye');
  const center = [0, 1, 2].map((k) => eyes.reduce((sum, { position }) => sum + position[k]! / eyes.length, 0));
  const from = center.map((value, k) => value + distance * direction[k]!);
  return (x: number, y: number, z: number): number =>
    Math.min(1, distance ** 2 / ((x - from[0]!) ** 2 + (y - from[1]!) ** 2 + (z - from[2]!) ** 2));
}

/** Projects the vertices of each part onto a map with these axes. @returns the address of the points of each part */
function projectParts(
  { kernel, positions, points }: ShadowMaps,
  parts: readonly Part[],
  axes: readonly [right: Vector, up: Vector, direction: Vector],
): readonly number[] {
  const counts = parts.map((part) => part.positions.length / 3);
  for (const [k, part] of parts.entries()) {
    new Float32Array(kernel.memory.buffer, positions, part.positions.length).set(part.positions);
    for (const [axis, direction] of axes.entries()) kernel.projectPoints(positions, counts[k]!, points[k]!, axis, ...direction);
  }
  const least = (axis: number, sign: 1 | -1) => Math.min(...points.map((at, k) => kernel.leastOf(at, counts[k]!, axis, sign)));
  const [left, top] = [least(0, 1), least(1, 1)];
  const scale = (ACROSS - 1) / (Math.max(-least(0, -1) - left, -least(1, -1) - top) || 1);
  for (const [k, at] of points.entries()) kernel.placePoints(at, counts[k]!, left, top, scale, MARGIN);
  return points;
}
