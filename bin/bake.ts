import { join } from 'node:path';
import { bakeActors } from '@talking-avatar/actors';
import { ACTORS } from '@talking-avatar/contract';
import { compileKernels } from '../lib/bundle/kernels.ts';
import { readTool } from './tool.ts';

/**
 * `npm run bake [id …]`: bakes actors that are missing or out of date into out/actors. It compiles the kernels first, which the
 * commands that run it need too.
 */
const project = join(import.meta.dirname, '..');
const actors = ACTORS.map(({ id }) => id);
const { positionals: only } = readTool(`npm run bake -- [ACTOR…]\n\n  actors: ${actors.join(', ')}`, {}, actors);
const report = (line: string): void => console.log(`bake: ${line}`);
for (const kernel of compileKernels(project)) report(`${kernel} compiled`);
await bakeActors({ project, out: join(project, 'out', 'actors'), ...(only.length ? { only } : {}), report });
