import type { ActorModel, Part } from '../model/index.ts';
import type { Camera } from './camera.ts';
import { HEAD_FACES_CAMERA } from './pose.ts';

/** Returns true if the part is hair as seen by the camera. */
export const isRelief = ({ relief }: Part): boolean => relief === true;

/** Replaces hair cards with the relief for a camera. @returns the actor, and its shadow casters, which still include the cards */
export function dressHair(actor: ActorModel, { azimuth }: Camera): { actor: ActorModel; casters: readonly Part[] } {
  const { relief, parts } = actor;
  if (!relief) return { actor, casters: parts };
  // The head turns partway toward the camera.
  const seen = azimuth * (1 - HEAD_FACES_CAMERA);
  const far = (view: { azimuth: number }): number => Math.abs(view.azimuth - seen);
  const view = relief.views.reduce((nearest, other) => (far(other) < far(nearest) ? other : nearest));
  const color = actor.textures.length;
  const drawn = view.parts.map((part): Part => ({ ...part, relief: true, material: { ...part.material, color } }));
  return {
    actor: {
      ...actor,
      parts: [...parts.filter(({ name }) => !relief.replaces.includes(name)), ...drawn],
      textures: [...actor.textures, view.texture],
    },
    casters: parts,
  };
}
