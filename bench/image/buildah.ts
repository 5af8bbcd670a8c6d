import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder for reusable images and containers. */
export const STORE = join(import.meta.dirname, '..', '..', 'dist', 'image');

/** Time limit for a step, in ms. The longest one, compiling the Runtime API client, takes three minutes on two cores. */
const TIMEOUT = 30 * 60_000;

/** Storage and isolation options. A chroot needs no daemon, and no privileges other than root. */
const STORAGE = ['--storage-driver', 'vfs', '--root', join(STORE, 'storage'), '--runroot', join(STORE, 'run')];

/** Runs buildah and shows its output. @throws Error if it fails */
export const buildah = (...args: string[]): void =>
  void execFileSync('buildah', [...STORAGE, ...args], { stdio: 'inherit', timeout: TIMEOUT });

/** Runs buildah. @returns its trimmed output */
export function askBuildah(...args: string[]): string {
  mkdirSync(STORE, { recursive: true });
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return execFileSync('buildah', [...STORAGE, ...args], {
    stdio: [...stdio],
    timeout: TIMEOUT,
    encoding: 'utf8',
  }).trim();
}

/** Returns the arguments that run a command in a container as Lambda's user, with only the given environment. */
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
