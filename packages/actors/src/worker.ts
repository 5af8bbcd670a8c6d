import { parentPort, workerData } from 'node:worker_threads';
import { writeActor } from '@talking-avatar/avatar/model/write';
import { bakeActor } from './actor.ts';
import { shapeFigure } from './ict/identity.ts';
import { readAssets } from './makehuman/read.ts';
import { RECIPES } from './recipes/index.ts';
import { analyzeFace } from './shapes/index.ts';
import { paintTextures } from './textures/actor-textures.ts';

/** Bakes the actors whose ids are sent to it, one at a time, and sends their GLBs back. Its data is MakeHuman's folder. */
const assets = readAssets(workerData);
parentPort!.on('message', async (id: string) => {
  const recipe = RECIPES.find((one) => one.id === id)!;
  const face = analyzeFace(assets, recipe.build, shapeFigure(assets, recipe));
  const textures = await paintTextures(workerData, recipe, assets, face);
  parentPort!.postMessage(await writeActor(await bakeActor(recipe, assets, face, textures)));
});
