import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/temporary.ts', 'test/kernels.ts'],
    setupFiles: ['test/seed.ts'],
    include: ['test/**/*.test.ts', 'lib/local/test/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'out/tests.json' }]],
    testTimeout: 90_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // The tests of the whole service wait for it half of their time, so three files keep two cores busy.
    maxWorkers: 3,
  },
});
