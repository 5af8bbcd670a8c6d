import { join } from 'node:path';
import { bakeActors } from '../lib/bake/index.ts';
import { drawPosters } from '../lib/posters/index.ts';

/** `npm run bake [id …]`: bakes the actors that are not baked yet into out/actors, and draws their posters. */
const project = join(import.meta.dirname, '..');
const out = join(project, 'out', 'actors');
const only = process.argv.slice(2);
const report = (line: string): void => console.log(`bake: ${line}`);
const baked = await bakeActors({ project, out, ...(only.length ? { only } : {}), report });
await drawPosters({ project, out, ids: baked.map(({ id }) => id), report });
