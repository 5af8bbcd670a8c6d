import { join } from 'node:path';
import { ACTORS } from '../layers/contract/index.ts';
import { bakeActors } from '../lib/bake/index.ts';
import { compileKernels } from '../lib/bundle/kernels.ts';
import { readTool } from './tool.ts';

/**
 * `npm run bake [id …]`: bakes actors that are missing or out of date into out/actors, and renders their posters. It compiles the
 * kernels first, which the commands that run it need too.
 */
const project = join(import.meta.dirname, '..');
const out = join(project, 'out', 'actors');
const actors = ACTORS.map(({ id }) => id);
const { positionals: only } = readTool(`npm run bake -- [ACTOR…]\n\n  actors: ${actors.join(', ')}`, {}, actors);
const report = (line: string): void => console.log(`bake: ${line}`);
for (const kernel of compileKernels(project)) report(`${kernel} compiled`);
const baked = await bakeActors({ project, out, ...(only.length ? { only } : {}), report });
// Imported here, since it imports the kernels.
const { renderPosters } = await import('../lib/bake/posters/index.ts');
await renderPosters({ project, out, ids: baked.map(({ id }) => id), report });
