import { defineConfig } from 'vitest/config';

const TESTS = ['{test,functions}/**/*.test.ts', 'packages/*/test/**/*.test.ts'];
/** They share one service per worker, started as `npm start` starts it (`sharedService`). */
const SERVICE = '**/*.service.test.ts';
/** Have their own process: they replace modules, environment variables or AWS endpoints, or compare CPU times. */
const ISOLATED = '**/*.isolated.test.ts';
const NO_TESTS = ['**/node_modules/**'];

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'out/tests.json' }]],
    // These limits only catch hangs; tests pass even on a machine twenty times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    // Service tests wait half of the time, so three workers keep two cores busy.
    maxWorkers: 3,
    globalSetup: ['test/temporary.ts', 'test/kernels.ts'],
    setupFiles: ['test/seed.ts'],
    projects: [
      { extends: true, test: { name: '1 service', include: [SERVICE], isolate: false, globalSetup: ['test/bundles.ts'] } },
      { extends: true, test: { name: '2 isolated', include: [ISOLATED] } },
      // Imports, actors and voices are loaded once per worker.
      { extends: true, test: { name: '3 unit', include: TESTS, exclude: [...NO_TESTS, SERVICE, ISOLATED], isolate: false } },
    ],
  },
});
