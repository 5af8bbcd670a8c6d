import { defineConfig } from 'vitest/config';

const TESTS = ['test/**/*.test.ts', 'packages/*/{test,openapi}/**/*.test.ts'];
/** They share one service per worker, started as `npm start` starts it (`sharedService`). */
const SERVICE = '**/*.service.test.ts';
/** They start embedded services, replace modules or variables of their process, or compare processor times. */
const ISOLATED = '**/*.isolated.test.ts';
const NO_TESTS = ['**/node_modules/**'];

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'out/tests.json' }]],
    // Limits for hangs: a machine twenty times slower than an idle one fails no test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    // The tests of the service spend half of their time waiting for it, so three files keep two cores busy.
    maxWorkers: 3,
    globalSetup: ['test/temporary.ts', 'test/kernels.ts'],
    setupFiles: ['test/seed.ts'],
    projects: [
      { extends: true, test: { name: '1 service', include: [SERVICE], isolate: false, globalSetup: ['test/bundles.ts'] } },
      { extends: true, test: { name: '2 isolated', include: [ISOLATED] } },
      // Imports, actors and voices are loaded once for all files of a worker.
      { extends: true, test: { name: '3 unit', include: TESTS, exclude: [...NO_TESTS, SERVICE, ISOLATED], isolate: false } },
    ],
  },
});
