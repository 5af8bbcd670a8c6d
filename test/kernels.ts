import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compileKernels } from '../lib/bundle/kernels.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Kernels that did not match their sources at the start of the tests. */
    staleKernels: string[];
  }
}

/** Compiles changed kernels before the tests. */
export function setup(project: TestProject): void {
  project.provide('staleKernels', compileKernels(join(import.meta.dirname, '..')));
}
