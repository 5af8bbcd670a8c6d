import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { answerJson, startServer } from './service.ts';

const packageFolder = join(import.meta.dirname, '..');
const modules = join(createRequire(import.meta.url).resolve('esbuild/package.json'), '..', '..');
const NAME = '@talking-avatar/client';

/** Folder for a project that has the package installed. */
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-package-'));
  // Packing changes package.json, which other tests read, so pack a copy.
  const copy = join(folder, 'copy');
  for (const name of ['package.json', 'tsconfig.json', 'src']) cpSync(join(packageFolder, name), join(copy, name), { recursive: true });
  symlinkSync(modules, join(copy, 'node_modules'));
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: copy });
  const installed = join(folder, 'node_modules', NAME);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['xzf', join(folder, 'talking-avatar-client-1.0.0.tgz'), '-C', installed, '--strip-components=1']);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});

it('does not depend on any other package', () => {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'node_modules', NAME, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  const code = readFileSync(join(folder, 'node_modules', NAME, 'dist/src/index.js'), 'utf8');
  expect(code).not.toMatch(/^import /m);
  expect(code.length).toBeLessThan(40_000);
});

it("has types that another project's compiler accepts", () => {
  writeFileSync(
    join(folder, 'use.ts'),
    `import { createClient, type Job } from '${NAME}';
const job: Job = { target_rig: 'metahuman', text: 'Hi.', language: 'en-US' };
const client = createClient({ url: 'http://127.0.0.1:1', token: 'x' });
export const id: Promise<string> = client.generate(job).then((accepted) => accepted.id);
// @ts-expect-error unknown field
client.generate({ ...job, colour: 'red' });
`,
  );
  const older = join(packageFolder, '..', 'contract', 'openapi', 'node_modules', '.bin', 'tsc');
  const tsc = existsSync(older) ? older : join(modules, '.bin', 'tsc');
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable'];
  expect(() => execFileSync(tsc, ['use.ts', ...options], { cwd: folder })).not.toThrow();
});

it('runs where it is installed', async () => {
  const server = await startServer((_, response) => answerJson(response, { id: 'the-job', status: 'queued' }));
  writeFileSync(
    join(folder, 'use.js'),
    `import { createClient } from '${NAME}';
const client = createClient({ url: process.argv[2], token: 'x' });
console.log((await client.generate({})).id);
`,
  );
  const printed = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, ['use.js', server.url], { cwd: folder }, (error, stdout) => (error ? reject(error) : resolve(stdout))),
  );
  await server.close();
  expect(printed.trim()).toBe('the-job');
});
