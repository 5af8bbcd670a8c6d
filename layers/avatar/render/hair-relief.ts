import type { ActorModel, Part } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { HEAD_FACES_CAMERA } from './pose.ts';

/** Parts of reliefs: all of what they show is seen. */
const reliefs = new WeakSet<Part>();

/** Whether a part is hair as the camera sees it. */
export const isRelief = (part: Part): boolean => reliefs.has(part);

/**
 * Gives an actor the hair that a camera sees, in place of its cards.
 *
 * @returns the actor, and the parts that cast shadows: cards do, although they are not drawn
 */
export function dressHair(actor: ActorModel, { azimuth }: Camera): { actor: ActorModel; casters: readonly Part[] } {
  const { relief, parts } = actor;
  if (!relief) return { actor, casters: parts };
  // The head turns a part of the way.
  const seen = azimuth * (1 - HEAD_FACES_CAMERA);
  const far = (view: { azimuth: number }): number => Math.abs(view.azimuth - seen);
  const view = relief.views.reduce((nearest, other) => (far(other) < far(nearest) ? other : nearest));
  const colour = actor.textures.length;
  const drawn = view.parts.map((part): Part => ({ ...part, material: { ...part.material, colour } }));
  for (const part of drawn) reliefs.add(part);
  return {
    actor: {
      ...actor,
      parts: [...parts.filter(({ name }) => !relief.replaces.includes(name)), ...drawn],
      textures: [...actor.textures, view.texture],
    },
    casters: parts,
  };
}
