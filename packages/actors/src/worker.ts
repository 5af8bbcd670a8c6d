import { parentPort } from 'node:worker_threads';
import { writeActor } from '@talking-avatar/avatar/model';
import { bakeActor } from './actor.ts';
import { shapeFigure } from './ict/identity.ts';
import { MAKEHUMAN, readAssets } from './makehuman/read.ts';
import { RECIPES } from './recipes/index.ts';
import { analyzeFace } from './shapes/index.ts';
import { paintTextures } from './textures/actor-textures.ts';

/** Receives actor IDs, bakes one actor at a time, and sends back each GLB. */
const assets = readAssets();
parentPort!.on('message', async (id: string) => {
  const recipe = RECIPES.find((one) => one.id === id)!;
  const face = analyzeFace(assets, recipe.build, shapeFigure(assets, recipe));
  const textures = await paintTextures(MAKEHUMAN, recipe, assets, face);
  parentPort!.postMessage(await writeActor(await bakeActor(recipe, assets, face, textures)));
});
