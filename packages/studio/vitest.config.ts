import { defineConfig } from 'vitest/config';

/** For a copy of this folder; in the repository, the root's configuration runs these tests with all the others. */
export default defineConfig({
  test: {
    dir: 'test',
    setupFiles: ['test/seed.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
