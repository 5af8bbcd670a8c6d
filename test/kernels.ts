import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compileKernels } from '../lib/bundle/kernels.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Kernels whose modules were not those of their sources when the tests started. */
    staleKernels: string[];
  }
}

/** Has the tests run the kernels as they are written now. */
export function setup(project: TestProject): void {
  project.provide('staleKernels', compileKernels(join(import.meta.dirname, '..')));
}
