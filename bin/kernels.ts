import { join } from 'node:path';
import { compileKernels } from '../lib/bundle/kernels.ts';
import { readTool } from './tool.ts';

/** `npm run kernels`: compiles the WebAssembly kernels that are missing or out of date. */
readTool('npm run kernels', {}, []);
for (const kernel of compileKernels(join(import.meta.dirname, '..'))) console.log(`kernels: ${kernel}`);
