import { spawn } from 'node:child_process';
import { DEFAULT_DATA, readRunning } from '../../../bin/local/running.ts';
import { readClientArguments } from './arguments.ts';
import { CommandError } from './command-error.ts';
import type { Output } from './output.ts';

/** Programs that open an address in the browser, by platform. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', linux: 'xdg-open' };

/**
 * `avatar play ID`: prints the address of a job in the studio, and opens it in the browser where there is a desktop.
 *
 * @throws CommandError when no service runs
 */
export async function play(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readClientArguments(args, {}, 1);
  const [id] = positionals;
  if (id === undefined) throw new CommandError('Name the job: avatar play ID');
  const url = values.url ?? process.env.AVATAR_URL ?? (await readRunning(values.data ?? DEFAULT_DATA))?.url;
  if (url === undefined) throw new CommandError('No service runs: start one with "npm start", or name one with --url');
  const address = `${url.replace(/\/+$/, '')}/#/watch/${encodeURIComponent(id)}`;
  output.out(values.json ? JSON.stringify({ url: address }) : address);
  const opener = OPENERS[process.platform];
  if (opener && process.stdout.isTTY && (process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY))
    spawn(opener, [address], { stdio: 'ignore', detached: true })
      // The address is printed already.
      .on('error', () => {})
      .unref();
}
