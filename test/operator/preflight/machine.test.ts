import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeMachine } from '../../../bin/preflight/judge/machine.ts';
import type { Machine } from '../../../bin/preflight/read/machine.ts';
import { temporaryFolder, writeFiles } from '../../lib/fixture.ts';
import { environmentOf, readRecording, serve } from './aws.ts';
import { settingsOf } from './settings.ts';

/** True if ffmpeg has been built on this machine. */
const BUILT = existsSync('dist/layers/ffmpeg/arm64/bin/ffmpeg');

const READY: Machine = {
  platform: 'linux',
  docker: 'docker',
  buildx: true,
  platforms: ['linux/amd64', 'linux/amd64/v2', 'linux/arm64'],
  free: 20e9,
  ffmpeg: true,
  missingTools: [],
};

const words = (machine: Partial<Machine>, given = {}): string[] =>
  judgeMachine({ ...READY, ...machine }, settingsOf(given)).flatMap(({ level, subject, found, advice = [] }) =>
    level === 'ready' ? [] : [`${level} ${subject}: ${found}`, ...advice],
  );

describe('a machine', () => {
  it('is ready with Docker, the architecture, and disk space', () => {
    expect(words({})).toEqual([]);
    expect(words({ ffmpeg: false, missingTools: ['gcc'] })).toEqual([]);
    expect(words({ platform: 'darwin', ffmpeg: false })).toEqual([]);
  });

  it.each<[string, Partial<Machine>, object, RegExp[]]>([
    [
      'without Docker',
      { dockerFailure: 'It is not installed' },
      {},
      [/^change Docker: docker builds .* not installed$/, /Install Docker/, /CDK_DOCKER/],
    ],
    ['whose Docker is stopped', { dockerFailure: 'It does not respond: Cannot connect' }, {}, [/Cannot connect/, /systemctl start docker/]],
    ['whose Docker Desktop is stopped', { platform: 'darwin', dockerFailure: 'It does not respond: x' }, {}, [/x$/, /Docker Desktop/]],
    ['whose user may not use Docker', { dockerFailure: 'It does not respond: permission denied' }, {}, [/denied/, /usermod -aG docker/]],
    ['without buildx', { buildx: false }, {}, [/buildx is missing/, /install-buildx/]],
    [
      'without buildx and with a stopped daemon',
      { buildx: false, dockerFailure: 'It does not respond: no daemon' },
      {},
      [/no daemon/, /systemctl start docker/, /buildx is missing/, /install-buildx/],
    ],
    [
      'without emulation for the architecture',
      { platforms: ['linux/amd64', 'linux/386'] },
      {},
      [
        /builds images for linux\/amd64, linux\/386, but not for linux\/arm64, .*"exec format error"/,
        /--install arm64$/,
        /architecture=x86_64/,
      ],
    ],
    [
      'without emulation for GPU tasks',
      { platforms: ['linux/arm64'] },
      { gpu: { instanceType: 'g5.xlarge' } },
      [/not for linux\/amd64/, /amd64$/],
    ],
    [
      'that cannot compile ffmpeg',
      { ffmpeg: false, missingTools: ['aarch64-linux-gnu-gcc', 'xz'], dockerFailure: 'It is not installed' },
      {},
      [
        /Docker/,
        /./,
        /./,
        /ffmpeg .* not built for arm64, .*\(aarch64-linux-gnu-gcc, xz missing\)/,
        /install gcc-aarch64-linux-gnu xz-utils$/,
        /Docker/,
      ],
    ],
    [
      'with a Mac compiler only',
      { platform: 'darwin', ffmpeg: false, dockerFailure: 'It is not installed' },
      {},
      [/Docker/, /./, /./, /requires Linux/, /Docker/],
    ],
    ['with a full disk', { free: 1.25e9 }, {}, [/^change Disk: 1\.3 GB are free; a first deployment needs 5 GB$/, /Free/]],
  ])('%s receives advice', (_, machine, given, expected) => {
    const found = words(machine, given);
    expect(found).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
  });
});

describe('npm run deploy', () => {
  /**
   * Runs the command with different programs and environment variables. @returns its result, and the commands that would have changed
   * something
   */
  async function deploy(programs: Readonly<Record<string, string>>, variables: Readonly<Record<string, string>>, ...args: string[]) {
    const bin = temporaryFolder();
    const log = join(bin, 'ran');
    const recorded = Object.fromEntries(['sh', 'node', 'npx'].map((name) => [name, `echo "${name} $*" >> ${log}`]));
    const all = { ...recorded, ...programs };
    writeFiles(bin, { ran: '', ...Object.fromEntries(Object.entries(all).map(([name, text]) => [name, `#!/bin/sh\n${text}\n`])) });
    for (const name of Object.keys(all)) chmodSync(join(bin, name), 0o755);
    const env = { PATH: bin, HOME: bin, AWS_EC2_METADATA_DISABLED: 'true', AWS_REGION: 'us-east-1', ...variables };
    const command = [join(import.meta.dirname, '../../../bin/cdk.ts'), 'deploy', '-c', 'stage=live', ...args];
    return new Promise<{ code: number; out: string; ran: string[] }>((resolve) => {
      execFile(process.execPath, command, { env, timeout: 60_000 }, (error, out, err) => {
        resolve({ code: Number(error?.code ?? 0), out: `${out}${err}`, ran: readFileSync(log, 'utf8').split('\n').filter(Boolean) });
      });
    });
  }

  it.each<[string, string[]]>([
    ['in a dry run', ['--dry-run']],
    ['before it changes anything', []],
  ])('names every obstacle of a bare machine %s', async (_, args) => {
    const { code, out, ran } = await deploy({}, {}, ...args);
    expect(out).toMatch(/CHANGE {2}Docker: .*not installed/);
    if (!BUILT) expect(out).toMatch(/CHANGE {2}ffmpeg for the functions: .*gcc, make, xz, curl missing/);
    expect(out).toMatch(/UNREAD {2}Account: Could not use the credentials/);
    expect(out).toMatch(/npx cdk deploy --all -c stage=live$/m);
    expect(code).toBe(1);
    expect(ran).toEqual([]);
  });

  it('builds what is missing, and passes the options to the CDK, if everything is ready', async () => {
    const aws = await serve(readRecording('large'));
    const docker = 'echo "Platforms: linux/amd64, linux/arm64*"';
    const { code, ran } = await deploy({ docker }, environmentOf(aws), '-c', 'capacity=1', '--ci');
    aws.close();
    expect(ran).toEqual([
      ...(BUILT ? [] : ['sh layers/ffmpeg/build.sh arm64']),
      'node bin/bake.ts',
      'npx cdk deploy --all -c stage=live -c capacity=1 --ci',
    ]);
    expect(code).toBe(0);
  });

  it('explains how to install the development packages', () => {
    const { status, stderr } = spawnSync('sh', [join(import.meta.dirname, '../../../bin/with-packages.sh'), 'true'], {
      cwd: temporaryFolder(),
      encoding: 'utf8',
    });
    expect(stderr).toBe('The development packages are not installed; run: npm ci (without --omit=dev)\n');
    expect(status).toBe(1);
  });
});
