import { spawn } from 'node:child_process';
import { CommandError } from './command-error.ts';
import type { Context, ServiceValues } from './context.ts';

/** Programs that open a URL in the browser, by platform. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', linux: 'xdg-open' };

/**
 * `avatar play ID`: prints the studio URL of a job and, on a desktop, opens it in the browser.
 * @throws CommandError when no service is running
 */
export async function play(id: string, values: ServiceValues, { output, local }: Context): Promise<void> {
  const url = values.url ?? process.env.AVATAR_URL ?? (await local.find(values.data))?.url;
  if (url === undefined) throw new CommandError('No service is running: start one with "npm start", or name one with --url');
  const address = `${url.replace(/\/+$/, '')}/#/watch/${encodeURIComponent(id)}`;
  output.out(values.json ? JSON.stringify({ url: address }) : address);
  const opener = OPENERS[process.platform];
  if (opener && process.stdout.isTTY && (process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY))
    spawn(opener, [address], { stdio: 'ignore', detached: true })
      // This is not a failure, because the URL has already been printed.
      .on('error', () => {})
      .unref();
}
