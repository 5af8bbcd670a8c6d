import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeMachine } from '../../../bin/preflight/judge/machine.ts';
import type { Machine } from '../../../bin/preflight/read/machine.ts';
import { temporaryFolder, writeFiles } from '../../lib/fixture.ts';
import { settingsOf } from './settings.ts';

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
  /** Runs it without credentials. Every program that could change something fails the test by writing a file. */
  async function deploy(
    programs: Readonly<Record<string, string>>,
    ...args: string[]
  ): Promise<{ code: number; out: string; ran: string[] }> {
    const folder = temporaryFolder();
    const [bin, ran] = ['bin', 'ran'].map((name) => join(folder, name)) as [string, string];
    mkdirSync(ran);
    const all = { sh: `touch ${ran}/sh`, npx: `touch ${ran}/npx`, ...programs };
    writeFiles(bin, Object.fromEntries(Object.entries(all).map(([name, text]) => [name, `#!/bin/sh\n${text}\n`])));
    for (const name of Object.keys(all)) chmodSync(join(bin, name), 0o755);
    symlinkSync(process.execPath, join(bin, 'node'));
    const env = { PATH: bin, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true', AWS_REGION: 'us-east-1' };
    const command = [join(import.meta.dirname, '../../../bin/cdk.ts'), 'deploy', ...args];
    return new Promise((resolve) => {
      execFile(process.execPath, command, { env, timeout: 60_000 }, (error, out, err) => {
        const touched = ['sh', 'npx'].filter((name) => existsSync(join(ran, name)));
        resolve({ code: Number(error?.code ?? 0), out: `${out}${err}`, ran: touched });
      });
    });
  }

  it('names every obstacle of a bare machine before it changes anything', async () => {
    for (const dry of [[], ['--dry-run']]) {
      const { code, out, ran } = await deploy({}, '-c', 'stage=live', ...dry);
      expect(out).toMatch(/CHANGE {2}Docker: .*not installed/);
      expect(out).toMatch(/CHANGE {2}ffmpeg for the functions: .*gcc, make, xz, curl missing/);
      expect(out).toMatch(/UNREAD {2}Account: Could not use the credentials/);
      expect(out).toMatch(/npx cdk deploy --all -c stage=live$/m);
      expect(code).toBe(1);
      expect(ran).toEqual([]);
    }
  });

  it('rejects an unknown setting, with the nearest one', async () => {
    const { code, out } = await deploy({}, '-c', 'stage=live', '-c', 'email=ops@example.com');
    expect(out).toContain('email is not a setting; did you mean alarmEmail?');
    expect(code).toBe(1);
  });
});
