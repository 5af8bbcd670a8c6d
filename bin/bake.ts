import { join } from 'node:path';
import { bakeActors } from '../lib/bake/index.ts';

/** `npm run bake [id …]`: bakes the actors that are not baked yet into out/actors. */
const project = join(import.meta.dirname, '..');
const only = process.argv.slice(2);
await bakeActors({
  project,
  out: join(project, 'out', 'actors'),
  ...(only.length ? { only } : {}),
  report: (line) => console.log(`bake: ${line}`),
});
