import { defineConfig } from 'vitest/config';

/** Used when this package is copied on its own. In the repository, the root configuration runs these tests with all the others. */
export default defineConfig({
  test: {
    dir: 'test',
    setupFiles: ['test/seed.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    isolate: false,
  },
});
