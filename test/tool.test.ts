import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LOAD = join(import.meta.dirname, '..', 'bench', 'load.ts');

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [LOAD, ...args], { timeout: 240_000 }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );

it('prints its usage, and rejects unknown options and arguments before it starts', async () => {
  const usage = 'npm run load -- [--jobs 2000] [--clients 8] [--rate JOBS_A_SECOND] [--memory MB]\n';
  const [help, ...refused] = await Promise.all([
    run('--help'),
    run('--nothing'),
    run('word'),
    run('--jobs', 'many'),
    run('--clients', '0'),
  ]);
  expect(help).toEqual({ code: 0, text: usage });
  expect(refused).toEqual([
    { code: 2, text: `Unknown option --nothing\n${usage}` },
    { code: 2, text: `Unexpected argument "word"\n${usage}` },
    { code: 2, text: '--jobs must be a whole number, 1 or more, got "many"\n' },
    { code: 2, text: '--clients must be a whole number, 1 or more, got "0"\n' },
  ]);
});

describe('a command that needs preparation', () => {
  const SCRIPTS = join(import.meta.dirname, '..', 'bin');
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'avatar-actors-'));
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin', 'setup.sh'), 'echo installing\n');
    for (const name of ['bake', 'kernels']) await writeFile(join(folder, 'bin', `${name}.ts`), `console.log('${name}');\n`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const prepare = (script: string, ...args: string[]) => promisify(execFile)('sh', [join(SCRIPTS, script), ...args], { cwd: folder });

  it("bakes its actors first, and only prints the command's output to stdout", async () => {
    expect(await prepare('with-actors.sh', 'echo', 'done')).toEqual({ stdout: 'done\n', stderr: 'bake\n' });
  });

  it('installs its programs first', async () => {
    const expected = { stdout: 'done\n', stderr: 'installing\nkernels\n' };
    expect(await prepare('with-setup.sh', 'echo', 'done')).toEqual(expected);
  });

  it.each(['with-actors.sh', 'with-setup.sh'])('prints --help immediately, without preparation (%s)', async (script) => {
    expect(await prepare(script, 'printf', '%s', '--help')).toEqual({ stdout: '--help', stderr: '' });
  });
});
