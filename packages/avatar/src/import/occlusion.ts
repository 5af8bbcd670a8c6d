import type { ActorModel, Part } from '../model/index.ts';
import { cross, dot, normalize, type Vector } from '../model/vectors.ts';
import { ACROSS } from '../render/shadow-map.ts';
import { bakeShadows } from '../render/shadows.ts';
import { AvatarError } from './fault.ts';
import { AVATAR_LIMITS } from './limits.ts';

/** Number of light directions to sample: the front half of a sphere, except from steeply below. */
const SAMPLES = 28;
const [BEHIND, BELOW] = [-0.3, -0.6];

/** Weights of the shapes that open the mouth, and the weight of the light with the mouth open. */
const OPENED = { jawOpen: 0.7, mouthUpperUpLeft: 0.5, mouthUpperUpRight: 0.5 } as const;
const OPENED_SHARE = 0.6;
/** Minimum light on a vertex. Surfaces reflect some light into every fold. */
const LEAST = 0.12;

/**
 * Computes the ambient occlusion of every vertex from shadow maps in many directions, at rest and with the mouth open.
 * @throws AvatarError if the triangles overlap so much that this would take too long
 */
export function bakeAvatarOcclusion(actor: ActorModel): ActorModel {
  const poses = [actor, { ...actor, parts: actor.parts.map(open) }] as const;
  const layers = Math.ceil(Math.max(...poses.map(countLayers)));
  if (layers > AVATAR_LIMITS.layers)
    throw new AvatarError([
      `the triangles cover the model ${layers} times, counting the rectangle around each; at most ${AVATAR_LIMITS.layers} are allowed: remove large triangles that overlap`,
    ]);
  const [rest, opened] = [lightOn(poses[0]), lightOn(poses[1])];
  const parts = actor.parts.map((part, number) => ({
    ...part,
    occlusion: rest[number]!.map((light, vertex) => LEAST + (1 - LEAST) * Math.max(light, OPENED_SHARE * opened[number]![vertex]!)),
  }));
  return { ...actor, parts };
}

function open(part: Part): Part {
  const positions = part.positions.slice();
  for (const [shape, weight] of Object.entries(OPENED)) {
    const morph = part.morphs.get(shape);
    morph?.vertices.forEach((vertex, k) => {
      for (let axis = 0; axis < 3; axis++) positions[3 * vertex + axis]! += weight * morph.positions[3 * k + axis]!;
    });
  }
  return { ...part, positions };
}

/**
 * Returns how many times the bounding rectangles of all triangles cover the model, averaged over light directions. The time to draw shadow
 * maps is proportional to it.
 */
export function countLayers(actor: ActorModel): number {
  const all = directions();
  return all.reduce((sum, direction) => sum + countLayersFrom(actor, direction), 0) / all.length;
}

function countLayersFrom({ parts }: ActorModel, direction: Vector): number {
  const right = normalize(cross([0, 1, 0], direction));
  const points = parts.map(({ positions }) => [right, cross(direction, right)].map((axis) => project(positions, axis)));
  const width = Math.max(...[0, 1].map((axis) => extentOf(points.map((point) => point[axis]!)))) || 1;
  const cell = width / ACROSS;
  let area = 0;
  for (const [number, { indices }] of parts.entries()) {
    const [x, y] = points[number] as [Float64Array, Float64Array];
    for (let k = 0; k + 2 < indices.length; k += 3) {
      const [a, b, c] = [indices[k]!, indices[k + 1]!, indices[k + 2]!];
      const across = Math.max(x[a]!, x[b]!, x[c]!) - Math.min(x[a]!, x[b]!, x[c]!);
      const along = Math.max(y[a]!, y[b]!, y[c]!) - Math.min(y[a]!, y[b]!, y[c]!);
      area += (across + cell) * (along + cell);
    }
  }
  return area / width ** 2;
}

const project = (positions: Float32Array, [x, y, z]: Vector): Float64Array =>
  Float64Array.from(
    { length: positions.length / 3 },
    (_, k) => positions[3 * k]! * x + positions[3 * k + 1]! * y + positions[3 * k + 2]! * z,
  );

function extentOf(values: readonly Float64Array[]): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const array of values) for (const value of array) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return most - least;
}

/** Computes how much of the light from all directions reaches each vertex, 0..1. */
function lightOn(actor: ActorModel): Float32Array[] {
  const sums = actor.parts.map(({ occlusion }) => ({
    lit: new Float32Array(occlusion.length),
    all: new Float32Array(occlusion.length),
  }));
  for (const direction of directions()) {
    const shadows = bakeShadows(actor, { direction }, 1);
    for (const [number, { normals }] of actor.parts.entries()) {
      const { lit, all } = sums[number]!;
      for (let vertex = 0; vertex < all.length; vertex++) {
        const at = 3 * vertex;
        const facing = dot([normals[at]!, normals[at + 1]!, normals[at + 2]!], direction);
        if (facing <= 0) continue;
        lit[vertex]! += facing * shadows[number]![vertex]!;
        all[vertex]! += facing;
      }
    }
  }
  return sums.map(({ lit, all }) => lit.map((value, vertex) => (all[vertex]! > 0 ? value / all[vertex]! : 1)));
}

/** Returns points on a Fibonacci sphere. */
function directions(): Vector[] {
  return Array.from({ length: SAMPLES }, (_, k): Vector => {
    const y = 1 - (2 * k + 1) / SAMPLES;
    const around = k * Math.PI * (3 - Math.sqrt(5));
    const across = Math.sqrt(1 - y * y);
    return normalize([across * Math.cos(around), y, across * Math.sin(around)]);
  }).filter(([, y, z]) => z > BEHIND && y > BELOW);
}
