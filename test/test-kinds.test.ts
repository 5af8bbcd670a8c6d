import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

it('runs tests that replace modules or environment variables in their own process', () => {
  const shared = globSync(['{test,functions}/**/*.test.ts', 'packages/*/test/**/*.test.ts'], { cwd: ROOT }).filter(
    (path) => !path.endsWith('.isolated.test.ts'),
  );
  expect(shared).toContain('test/test-kinds.test.ts');
  const offenders = shared.filter((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    // Service tests may replace variables for a single test, because the service runs in a different process.
    const isRestored = path.endsWith('.service.test.ts') && /vi\.unstubAllEnvs\(/.test(text);
    return (isRestored ? /vi\.(doM|m)ock\(/ : /vi\.(mock|doMock|stubEnv)\(/).test(text);
  });
  expect(offenders, 'rename to *.isolated.test.ts').toEqual([]);
});
