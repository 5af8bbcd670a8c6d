import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceArchitecture } from '../../../lib/settings/index.ts';

/** Facts about the machine that runs the deployment. */
export interface Machine {
  platform: NodeJS.Platform;
  /** Docker, or the program that the CDK uses instead (CDK_DOCKER). */
  docker: string;
  /** Why Docker cannot be used; undefined if it responds. */
  dockerFailure?: string;
  /** True if Docker's buildx plug-in is installed, which does not need a running daemon. */
  buildx: boolean;
  /** Platforms that images can be built for, such as `linux/arm64`; undefined if unknown. */
  platforms?: string[];
  /** Free disk space in the project folder, in bytes. */
  free: number;
  /** True if ffmpeg for the functions is already built. */
  ffmpeg: boolean;
  /** Programs that would be needed to build ffmpeg without Docker and are missing. */
  missingTools: string[];
}

/** Docker platform for a CPU architecture. */
export const platformOf = (architecture: ServiceArchitecture): string => (architecture === 'arm64' ? 'linux/arm64' : 'linux/amd64');

/** Names that compilers and QEMU use for each architecture. */
const GNU = { arm64: 'aarch64', x86_64: 'x86_64' } as const;
const HERE: ServiceArchitecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';

/** How long to wait for a program to respond, in ms. Docker Desktop takes several seconds to wake up. */
const TIMEOUT = 20_000;

/** Reads everything about this machine that matters for a deployment, without changing anything. @param root project folder */
export async function readMachine(root: string, architecture: ServiceArchitecture): Promise<Machine> {
  const docker = process.env.CDK_DOCKER ?? 'docker';
  const [dockerFailure, buildx, builder, emulated, { bavail, bsize }, missingTools] = await Promise.all([
    failureOf(docker, ['version', '--format', '{{.Server.Version}}']),
    run(docker, ['buildx', 'version']),
    run(docker, ['buildx', 'inspect']),
    readEmulated(),
    statfs(root),
    findMissingTools(architecture),
  ]);
  const inspected = /^Platforms:(.*)$/m.exec(builder ?? '')?.[1]?.split(',');
  const platforms = inspected?.map((name) => name.replace('*', '').trim()) ?? (emulated && [platformOf(HERE), ...emulated]);
  return {
    platform: process.platform,
    docker,
    ...(dockerFailure !== undefined && { dockerFailure }),
    buildx: buildx !== undefined,
    ...(platforms && { platforms }),
    free: bavail * bsize,
    ffmpeg: existsSync(join(root, 'dist', 'layers', 'ffmpeg', architecture, 'bin', 'ffmpeg')),
    missingTools,
  };
}

/** Returns the output of a program, or undefined if it fails. */
async function run(program: string, args: readonly string[]): Promise<string | undefined> {
  return promisify(execFile)(program, args, { timeout: TIMEOUT }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

/** Returns the reason why a program fails, or undefined if it succeeds. */
async function failureOf(program: string, args: readonly string[]): Promise<string | undefined> {
  return promisify(execFile)(program, args, { timeout: TIMEOUT }).then(
    () => undefined,
    ({ code, stderr }: NodeJS.ErrnoException & { stderr?: string }) =>
      code === 'ENOENT'
        ? 'It is not installed'
        : `It does not respond: ${
            stderr
              ?.trim()
              .split('\n')
              .at(-1)
              ?.replace(/[.?]+$/, '') || `exit code ${code}`
          }`,
  );
}

/** Returns the other platforms that Linux can run with QEMU (binfmt_misc), or undefined on other systems. */
async function readEmulated(): Promise<string[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  const found = await Promise.all(
    (['arm64', 'x86_64'] as const).map(async (one) => {
      const handler = await readFile(`/proc/sys/fs/binfmt_misc/qemu-${GNU[one]}`, 'utf8').catch(() => '');
      return handler.startsWith('enabled') ? [platformOf(one)] : [];
    }),
  );
  return found.flat();
}

/** Finds missing programs that layers/ffmpeg/build.sh needs. */
async function findMissingTools(architecture: ServiceArchitecture): Promise<string[]> {
  const compiler = architecture === HERE ? 'gcc' : `${GNU[architecture]}-linux-gnu-gcc`;
  const tools = [compiler, 'make', 'xz', 'curl'];
  const found = await Promise.all(tools.map((tool) => run(tool, ['--version'])));
  return tools.filter((_, index) => found[index] === undefined);
}
