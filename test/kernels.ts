import { join } from 'node:path';
import { compileKernels } from '../lib/bundle/kernels.ts';

/** Has the tests run the kernels as they are written now. */
export function setup(): void {
  compileKernels(join(import.meta.dirname, '..'));
}
