import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder where images and containers are kept for reuse. */
export const STORE = join(import.meta.dirname, '..', '..', 'dist', 'image');

/** Time limit for a step, in ms. The longest step, compiling the Runtime API client, takes three minutes on two cores. */
const TIMEOUT = 30 * 60_000;

/** Storage and isolation options. A chroot does not need a daemon, or any privileges beyond root. */
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

/** Returns the arguments for running a command in a container as the Lambda user, with only the given environment. */
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
