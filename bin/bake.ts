import { join } from 'node:path';
import { compileKernels } from '../lib/bundle/kernels.ts';

/** `npm run bake`: compiles the kernels and then runs the packages/actors command. */
for (const kernel of compileKernels(join(import.meta.dirname, '..'))) console.log(`bake: ${kernel} compiled`);
await import('@talking-avatar/actors/command');
