import type { HairRelief, Part } from '@talking-avatar/avatar/model';
import { growBrows } from '../geometry/groom/brows.ts';
import type { GroomedHair } from '../geometry/groom/groom.ts';
import { createGroomer, type Groomer, growHairlineOf } from '../groom.ts';
import { bakeRelief } from '../hair-relief.ts';
import { mouthHeight } from '../shapes/index.ts';
import { addTexture, type Figure } from './figure.ts';
import { CARDS, makeMaterial } from './material.ts';

export const makeBrows = (figure: Figure, skin: Part): Part =>
  growBrows(skin, figure.painted.eyebrows, {
    ...makeMaterial({ roughness: 0.6, alpha: 'cutout', doubleSided: true }),
    color: addTexture(figure, figure.painted.brows),
  });

/** An actor's groomed hair, in recipe order. */
export interface HairOfActor {
  groomer: Groomer;
  groomed: GroomedHair[];
}

export function groomHair(figure: Figure, skin: Part, clothes: readonly Part[]): HairOfActor {
  const { recipe, face, painted, eyes, joints } = figure;
  const groomer = createGroomer(skin, clothes, joints, eyes.left.center, mouthHeight(face.line), painted.lips);
  const groomed = recipe.hair.map((hair, i) =>
    groomer.groom(`hair${i + 1}`, hair, {
      ...makeMaterial({ ...CARDS, ...(hair.beard && { alpha: 'blend' }), roughness: 1 - hair.gloss }),
      color: addTexture(figure, painted.hair[i]!.cards),
    }),
  );
  return { groomer, groomed };
}

export function growHairlines(figure: Figure, shaded: readonly Part[], { frame }: Groomer): Part[] {
  const { recipe, painted } = figure;
  return recipe.hair.map((hair, i) => {
    const { roughness } = shaded.find(({ name }) => name === `hair${i + 1}`)!.material;
    // Single hairs are less shiny than the surface formed by many hairs.
    const look = makeMaterial({ roughness: (1 + roughness) / 2, alpha: 'blend', doubleSided: true });
    const color = addTexture(figure, painted.hair[i]!.fine);
    return growHairlineOf(hair, shaded[0]!, frame, painted.lips, { ...look, color }, `fine${i + 1}`);
  });
}

/** Bakes the relief of the hair on the head. @returns undefined if the head has no hair */
export async function bakeCrown(
  { recipe, eyes }: Figure,
  { groomer, groomed }: HairOfActor,
  surfaces: Part[],
): Promise<HairRelief | undefined> {
  const crown = recipe.hair.findIndex(({ beard }) => !beard);
  if (crown < 0) return undefined;
  return bakeRelief(recipe.hair[crown]!, {
    name: `hair${crown + 1}`,
    fine: `fine${crown + 1}`,
    guides: groomed[crown]!.guides,
    material: groomed[crown]!.parts[0]!.material,
    surfaces,
    groomer,
    center: [0, 1, 2].map((k) => (eyes.left.center[k]! + eyes.right.center[k]!) / 2) as [number, number, number],
  });
}
