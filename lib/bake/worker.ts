import { parentPort, workerData } from 'node:worker_threads';
import { writeActor } from '../../layers/avatar/model/write.ts';
import { bakeActor } from './actor.ts';
import { readAssets } from './makehuman/read.ts';
import { RECIPES } from './recipes/index.ts';
import { paintTextures } from './textures/actor-textures.ts';

/** Bakes the actors whose ids are sent to it, one at a time, and sends their GLBs back. Its data is MakeHuman's folder. */
const assets = readAssets(workerData);
parentPort!.on('message', async (id: string) => {
  const recipe = RECIPES.find((one) => one.id === id)!;
  parentPort!.postMessage(await writeActor(bakeActor(recipe, assets, await paintTextures(workerData, recipe, assets))));
});
