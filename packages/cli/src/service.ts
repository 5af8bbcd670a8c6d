import { type Client, createClient } from '@talking-avatar/client';
import { DEFAULT_ACTOR, headActorOf } from '@talking-avatar/contract';
import { CommandError } from './command-error.ts';
import type { Context, ServiceValues } from './context.ts';

/**
 * Calls `use` with a client for the service at `url` or AVATAR_URL, using the token in AVATAR_TOKEN. Without a URL, the client connects to
 * the local service, which is started for this command if it is not already running.
 * @param values `actor`: the actor that a newly started service bakes first
 * @throws CommandError if the token is missing
 */
export async function withClient<T>(
  { output, local }: Context,
  { url = process.env.AVATAR_URL, data, actor = DEFAULT_ACTOR }: ServiceValues & { actor?: string | undefined },
  use: (client: Client) => Promise<T>,
): Promise<T> {
  if (url !== undefined) {
    const token = process.env.AVATAR_TOKEN;
    if (!token) throw new CommandError(`AVATAR_TOKEN is not set; set it to your token for ${url}`);
    if (!URL.canParse(url))
      throw new CommandError(`--url must be an address such as https://avatar.example.com, got ${JSON.stringify(url)}`);
    return use(createClient({ url, token }));
  }
  const running = await local.find(data);
  if (running) {
    if (running.token === undefined) throw new CommandError('The local service is still starting; try again in a few seconds');
    return use(createClient({ url: running.url, token: running.token }));
  }
  output.err('No service is running; starting one for this command ("npm start" keeps one running)');
  const { stop, ...access } = await local.start(data, { actor: headActorOf(actor), report: output.err });
  try {
    return await use(createClient(access));
  } finally {
    await stop();
  }
}
