import type { ActorModel, Part } from '../model/index.ts';
import { dot, normalize, type Vector } from '../model/vectors.ts';
import { bakeShadows } from '../render/shadows.ts';

/** Directions of sampled light: the front half of the sphere, except steeply from below. */
const SAMPLES = 28;
const [BEHIND, BELOW] = [-0.3, -0.6];

/** A pose that opens mouth and lids, or hides the eyes, and the weight of its light. */
const OPENED = { jawOpen: 0.7, mouthUpperUpLeft: 0.5, mouthUpperUpRight: 0.5 } as const;
const OPENED_SHARE = 0.6;
/** Minimum light on a vertex, since surfaces reflect some light into every fold. */
const LEAST = 0.12;

/** Computes every vertex's ambient occlusion from shadow maps for many directions, at rest and with the mouth open. */
export function bakeAvatarOcclusion(actor: ActorModel): ActorModel {
  const rest = lightOn(actor);
  const opened = lightOn({ ...actor, parts: actor.parts.map(open) });
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

/** Share of the light from all directions that reaches each vertex, 0..1. */
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

/** Points of a Fibonacci sphere. */
function directions(): Vector[] {
  return Array.from({ length: SAMPLES }, (_, k): Vector => {
    const y = 1 - (2 * k + 1) / SAMPLES;
    const around = k * Math.PI * (3 - Math.sqrt(5));
    const across = Math.sqrt(1 - y * y);
    return normalize([across * Math.cos(around), y, across * Math.sin(around)]);
  }).filter(([, y, z]) => z > BEHIND && y > BELOW);
}
