import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { ROOT } from './imports.ts';

/** What outlives a test file in its process: replaced modules and variables, and the place of the AWS services. */
const LASTING =
  /\bvi\.(mock|doMock|stubEnv|stubGlobal)\(|\bprocess\.(env\b[^;\n]*[^=!<>]=(?!=)|chdir\()|\bstart(Service|Local)\(/;

interface Project {
  test: { name: string; include: string[]; exclude?: string[]; isolate?: boolean };
}

const projects = (config as unknown as { test: { projects: Project[] } }).test.projects.map(({ test }) => test);

const filesOf = ({ include, exclude = [] }: Project['test']) => globSync(include, { cwd: ROOT, exclude });

it('each test file belongs to one project', () => {
  const all = projects.flatMap(filesOf);
  expect(all.length).toBeGreaterThan(300);
  expect(all.toSorted()).toEqual(
    globSync(['test/**/*.test.ts', 'lib/local/test/**/*.test.ts'], {
      cwd: ROOT,
      exclude: ['**/node_modules/**'],
    }).sort(),
  );
});

it('files that share a process leave nothing behind in it', () => {
  const shared = filesOf(projects.find(({ name }) => name === '3 others')!);
  const others = shared.filter((file) => !import.meta.filename.endsWith(file));
  const lasting = others.filter((file) => LASTING.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(lasting).toEqual([]);
});

it('a file that changes the environment is found', () => {
  expect("vi.stubEnv('TMPDIR', folder)").toMatch(LASTING);
  expect("process.env.STAGE = 'test';").toMatch(LASTING);
  expect('process.env.STAGE === undefined').not.toMatch(LASTING);
});
