import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'avatar-test-'));
  mkdirSync(join(folder, 'origin'));
  git('-C', join(folder, 'origin'), 'init', '--quiet', '--bare');
  git('clone', '--quiet', join(folder, 'origin'), join(folder, 'clone'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ENVIRONMENT = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const options: ExecFileSyncOptionsWithStringEncoding = {
  encoding: 'utf8',
  env: ENVIRONMENT,
  stdio: ['ignore', 'pipe', 'ignore'],
};

const git = (...words: string[]): string => execFileSync('git', words, options).trim();

/** Creates a commit in the clone. @returns its hash */
function commit(message: string): string {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  git('-C', join(folder, 'clone'), ...author, 'commit', '--quiet', '--allow-empty', '--message', message);
  return git('-C', join(folder, 'clone'), 'rev-parse', 'HEAD');
}

/** Runs a pipeline script in the clone. */
const run = (script: string, ...words: string[]): string =>
  execFileSync('sh', [resolve('bin/pipeline', script), ...words], { ...options, cwd: join(folder, 'clone') }).trim();

it('does not find a release before the first one', () => {
  commit('one');
  expect(run('previous-release.sh', 'live')).toBe('');
});

it("finds a stage's latest release by its number", () => {
  const first = commit('one');
  expect(run('mark-release.sh', 'live', '9')).toBe('deployed/live/9');
  const second = commit('two');
  run('mark-release.sh', 'live', '10');
  commit('three');
  run('mark-release.sh', 'dev', '11');
  expect(run('previous-release.sh', 'live')).toBe('deployed/live/10');
  expect(git('-C', join(folder, 'origin'), 'rev-parse', 'deployed/live/10')).toBe(second);
  expect(git('-C', join(folder, 'origin'), 'rev-parse', 'deployed/live/9')).toBe(first);
});

it('marks the release again in a repeated run', () => {
  commit('one');
  run('mark-release.sh', 'live', '1');
  const second = commit('two');
  run('mark-release.sh', 'live', '1');
  expect(git('-C', join(folder, 'origin'), 'rev-parse', 'deployed/live/1')).toBe(second);
});

it('reports missing arguments', () => {
  expect(() => run('previous-release.sh')).toThrow();
  expect(() => run('mark-release.sh', 'live')).toThrow();
});
