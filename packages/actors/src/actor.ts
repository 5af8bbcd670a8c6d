import type { ActorModel, Part } from '@talking-avatar/avatar/model';
import { ACTORS } from '@talking-avatar/contract';
import { bakeContactShadow } from './geometry/contact-shadow.ts';
import { bulgeCorneaNormals } from './geometry/cornea.ts';
import { projectEyeUvs } from './geometry/eye-uvs.ts';
import { bakeAmbientOcclusion } from './geometry/occlusion.ts';
import type { Assets, Recipe } from './makehuman/index.ts';
import { type Figure, measureFigure } from './parts/figure.ts';
import { makeClothes, makeEyes, makeLashes } from './parts/fitted.ts';
import { bakeCrown, groomHair, growHairlines, makeBrows } from './parts/hair.ts';
import { makeMouth } from './parts/mouth.ts';
import { makeSkin } from './parts/skin.ts';
import { type Face, TONGUE_CORRECTIVES } from './shapes/index.ts';
import type { ActorTextures } from './textures/actor-textures.ts';

/**
 * Bakes an actor from its recipe.
 * @param assets MakeHuman meshes and targets
 * @param face built from the recipe
 * @param painted the actor's textures
 */
export async function bakeActor(recipe: Recipe, assets: Assets, face: Face, painted: ActorTextures): Promise<ActorModel> {
  const figure = measureFigure(recipe, assets, face, painted);
  const { joints, shapes, textures } = figure;
  const skin = makeSkin(figure);
  const clothes = makeClothes(figure);
  const hair = groomHair(figure, skin, clothes);
  const parts = [
    skin,
    makeEyes(figure),
    ...makeMouth(figure),
    makeBrows(figure, skin),
    makeLashes(figure),
    ...hair.groomed.flatMap(({ parts }) => parts),
    ...clothes,
  ];
  detailEyes(figure, parts);
  const shaded = bakeShade(parts);
  const fine = growHairlines(figure, shaded, hair.groomer);
  const relief = await bakeCrown(figure, hair, [skin, ...clothes]);
  return {
    id: recipe.id,
    sex: ACTORS.find(({ id }) => id === recipe.id)!.sex,
    joints,
    textures,
    // Vertices moved by shapes come first so that the renderer can upload them in a single block each frame.
    parts: [...shaded, ...fine].sort((a, b) => Number(b.morphs.size > 0) - Number(a.morphs.size > 0)),
    ...(relief && { relief }),
    correctives: [...shapes.correctives.map(({ field: _, ...corrective }) => corrective), ...TONGUE_CORRECTIVES],
  };
}

function detailEyes({ eyes }: Figure, parts: Part[]): void {
  bulgeCorneaNormals(parts, [eyes.left, eyes.right]);
  projectEyeUvs(parts, [eyes.left, eyes.right]);
}

/** Bakes ambient occlusion for each part, and the shadows that clothes cast on the skin. */
function bakeShade(parts: readonly Part[]): Part[] {
  const occlusions = bakeAmbientOcclusion(parts);
  const garments = parts.filter(({ substance }) => substance === 'cloth');
  return parts.map((part, i) => ({
    ...part,
    occlusion: part.substance === 'skin' ? bakeContactShadow(part, occlusions[i]!, garments) : occlusions[i]!,
  }));
}
