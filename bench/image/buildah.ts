import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the images and containers of the check; they can be used again, and removed as a whole. */
export const STORE = join(import.meta.dirname, '..', '..', 'dist', 'image');

/** Milliseconds that a step may take: on two cores the longest, compiling the client of the Runtime API, takes three minutes. */
const TIMEOUT = 30 * 60_000;

/** What says where images are and how containers run: in a chroot, which needs no daemon and no other privilege than root. */
const STORAGE = ['--storage-driver', 'vfs', '--root', join(STORE, 'storage'), '--runroot', join(STORE, 'run')];

/** Runs buildah and shows what it prints. @throws Error when it fails */
export const buildah = (...args: string[]): void =>
  void execFileSync('buildah', [...STORAGE, ...args], { stdio: 'inherit', timeout: TIMEOUT });

/** Runs buildah and reads its answer, without the end of the line. */
export function askBuildah(...args: string[]): string {
  mkdirSync(STORE, { recursive: true });
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return execFileSync('buildah', [...STORAGE, ...args], {
    stdio: [...stdio],
    timeout: TIMEOUT,
    encoding: 'utf8',
  }).trim();
}

/** What runs in a container: as the user that Lambda runs functions as, with this environment and nothing of the image's user. */
export const runArguments = (container: string, environment: Readonly<Record<string, string>>, command: readonly string[]): string[] => [
  ...STORAGE,
  'run',
  '--isolation',
  'chroot',
  '--user',
  '993:990',
  ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  '--',
  container,
  ...command,
];
