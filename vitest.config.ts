import { defineConfig } from 'vitest/config';

/**
 * Tests of the service as `npm start` runs it, which share one for each worker (`sharedService`). They run first: the shorter files
 * keep both cores busy until the end.
 */
const SERVICE = [
  'test/e2e/{account,actors,avatars,backgrounds,clients,command-line,contract,errors,fbx,fuzzed-audio}.test.ts',
  'test/e2e/{fuzzed-ssml,hostile,jobs,outputs,recordings,tenants,video-looks,webhooks}.test.ts',
  'test/studio/studio.test.ts',
];

/**
 * Tests that start embedded services of their own, change the environment or the modules of their process, or compare the processor
 * time of its threads.
 */
const ALONE = [
  'test/e2e/**/*.test.ts',
  'test/aws/!(addresses|fetch|transient-errors).test.ts',
  'test/billing/!(estimate|focus|history|ledger|reconciliation).test.ts',
  'test/billing/prices/*.test.ts',
  'test/canary/!(result).test.ts',
  'test/client/!(local-files|types|webhook).test.ts',
  'test/jobs/!(finalization|progress|urls).test.ts',
  'test/local/!(bake-process).test.ts',
  'test/media/!(image-header).test.ts',
  'test/operator/!(costs).test.ts',
  'test/operator/preflight/accounts.test.ts',
  'test/webhooks/!(webhooks).test.ts',
  'test/avatar/frames.test.ts',
  'test/speech/decode.test.ts',
  'lib/local/test/!(apigateway|cloudfront|faults|template)/!(budget|cross-origin|pattern|policy|precedence|signature|turns).test.ts',
  'lib/local/test/*.test.ts',
];

const NO_TESTS = ['**/node_modules/**'];

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'out/tests.json' }]],
    // They end what hangs. A machine that is twenty times as slow for what else it does fails no test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    // The tests of the whole service wait for it half of their time, so three files keep two cores busy.
    maxWorkers: 3,
    globalSetup: ['test/temporary.ts', 'test/kernels.ts'],
    setupFiles: ['test/seed.ts'],
    projects: [
      {
        extends: true,
        test: { name: '1 service', include: SERVICE, isolate: false, globalSetup: ['test/bundles.ts'] },
      },
      { extends: true, test: { name: '2 alone', include: ALONE, exclude: [...NO_TESTS, ...SERVICE] } },
      // Imports, actors and voices are loaded once for all files of a worker.
      {
        extends: true,
        test: {
          name: '3 others',
          include: ['test/**/*.test.ts', 'lib/local/test/**/*.test.ts'],
          exclude: [...NO_TESTS, ...SERVICE, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
});
