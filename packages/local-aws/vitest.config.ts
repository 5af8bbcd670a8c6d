import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/seed.ts'],
    include: ['test/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
