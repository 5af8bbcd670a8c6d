import { join } from 'node:path';
import { compileKernels } from '../lib/bundle/kernels.ts';

/** `npm run bake`: compiles the kernels, then runs the command of packages/actors. */
for (const kernel of compileKernels(join(import.meta.dirname, '..'))) console.log(`bake: ${kernel} compiled`);
await import('@talking-avatar/actors/command');
