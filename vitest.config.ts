import { defineConfig } from 'vitest/config';

/**
 * Tests of the service as `npm start` runs it, which share one for each worker (`sharedService`). They run first: the shorter files
 * keep both cores busy until the end.
 */
const SERVICE = [
  'test/e2e/{account,actors,avatars,backgrounds,clients,command-line,errors,fbx,fuzzed-audio,fuzzed-ssml}.test.ts',
  'test/e2e/{hostile,jobs,outputs,recordings,video-looks,webhooks}.test.ts',
  'test/studio/studio.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'out/tests.json' }]],
    testTimeout: 90_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // The tests of the whole service wait for it half of their time, so three files keep two cores busy.
    maxWorkers: 3,
    globalSetup: ['test/temporary.ts', 'test/kernels.ts'],
    setupFiles: ['test/seed.ts'],
    projects: [
      { extends: true, test: { name: '1 service', include: SERVICE, isolate: false } },
      {
        extends: true,
        test: {
          name: '2 others',
          include: ['test/**/*.test.ts', 'lib/local/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...SERVICE],
        },
      },
    ],
  },
});
