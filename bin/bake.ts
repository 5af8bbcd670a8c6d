import { join } from 'node:path';
import { ACTORS } from '../layers/contract/index.ts';
import { bakeActors } from '../lib/bake/index.ts';
import { renderPosters } from '../lib/bake/posters/index.ts';
import { readTool } from './tool.ts';

/** `npm run bake [id …]`: bakes the actors that are not baked yet into out/actors, and draws their posters. */
const project = join(import.meta.dirname, '..');
const out = join(project, 'out', 'actors');
const actors = ACTORS.map(({ id }) => id);
const { positionals: only } = readTool(`npm run bake -- [ACTOR…]\n\n  actors: ${actors.join(', ')}`, {}, actors);
const report = (line: string): void => console.log(`bake: ${line}`);
const baked = await bakeActors({ project, out, ...(only.length ? { only } : {}), report });
await renderPosters({ project, out, ids: baked.map(({ id }) => id), report });
