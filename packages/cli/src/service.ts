import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from '@talking-avatar/client';
import { DEFAULT_ACTOR, headActorOf } from '@talking-avatar/contract';
import { DEFAULT_DATA, readRunning } from '../../../bin/local/running.ts';
import { CommandError } from './command-error.ts';

/** Which service a client command uses. */
export interface ServiceOptions {
  /** Address; else the variable AVATAR_URL, else the local service. */
  url?: string | undefined;
  /** Data folder of the local service. */
  data?: string | undefined;
  /** The actor that is needed: a service that is started bakes it first. */
  actor?: string | undefined;
}

const project = join(import.meta.dirname, '..', '..', '..');

/**
 * Calls `use` with a client of the service that is meant: the one at the address, with the token of AVATAR_TOKEN; else the local one that
 * runs; else one that is started, and stopped afterwards.
 *
 * @param report called with a line when a service is started
 * @throws CommandError when the token is missing
 */
export async function withClient<T>(
  { url = process.env.AVATAR_URL, data = DEFAULT_DATA, actor = DEFAULT_ACTOR }: ServiceOptions,
  report: (line: string) => void,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  if (url !== undefined) {
    const token = process.env.AVATAR_TOKEN;
    if (!token) throw new CommandError(`Put your token for ${url} into the variable AVATAR_TOKEN`);
    if (!URL.canParse(url)) throw new CommandError(`--url: ${JSON.stringify(url)} is not an address; one begins with https://`);
    return use(createClient({ url, token }));
  }
  const running = await readRunning(data);
  if (running) {
    const token = await readFile(join(data, 'demo-token'), 'utf8').catch(() => {
      throw new CommandError(`The service on ${data} is still starting; try again in some seconds`);
    });
    return use(createClient({ url: running.url, token }));
  }
  report('No service runs: starting one for this command ("npm start" keeps one running)');
  // What is installed here is told on stderr, and skipped when it is there.
  execFileSync('sh', [join('bin', 'with-setup.sh'), 'true'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The CDK takes seconds to load, which commands for a running service need not wait for.
  const [{ serveWhileBaking }, { demoToken }] = await Promise.all([
    import('../../../bin/local/serve-while-baking.ts'),
    import('../../../bin/local/demo-token.ts'),
  ]);
  const served = await serveWhileBaking({ port: 0, data, fresh: false }, { first: [headActorOf(actor)], report });
  try {
    return await use(createClient({ url: served.url, token: await demoToken(data, served.outputs.TokensTable ?? '') }));
  } finally {
    await served.stop();
  }
}
