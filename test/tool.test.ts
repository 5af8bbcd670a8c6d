import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const LOAD = join(import.meta.dirname, 'bench', 'load.ts');

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [LOAD, ...args], { timeout: 30_000 }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );

it('says how a tool is used, and refuses what it does not know before it begins', async () => {
  const usage = 'npm run load -- [--jobs 2000] [--clients 8]\n';
  const [help, ...refused] = await Promise.all([
    run('--help'),
    run('--nothing'),
    run('word'),
    run('--jobs', 'many'),
    run('--clients', '0'),
  ]);
  expect(help).toEqual({ code: 0, text: usage });
  expect(refused).toEqual([
    { code: 2, text: `There is no option --nothing\n${usage}` },
    { code: 2, text: `There is no "word"\n${usage}` },
    { code: 2, text: '--jobs: expected a whole number of at least 1, but got "many"\n' },
    { code: 2, text: '--clients: expected a whole number of at least 1, but got "0"\n' },
  ]);
});
