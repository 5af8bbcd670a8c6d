import { defineConfig } from 'vitest/config';

/** Used when this package is copied on its own. In the repository, the root configuration runs these tests with all the others. */
export default defineConfig({
  test: {
    dir: 'test',
    setupFiles: ['test/seed.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: { name: 'isolated', include: ['**/*.isolated.test.ts'] } },
      // Actors and voices are loaded once per worker.
      { extends: true, test: { name: 'unit', include: ['**/*.test.ts'], exclude: ['**/*.isolated.test.ts'], isolate: false } },
    ],
  },
});
