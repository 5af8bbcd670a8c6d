import { request } from 'undici';
import { createGuardedAgent } from './agent.ts';
import { checkUrl, type OutboundScope, toOutboundError } from './guard.ts';

export interface PostRequest {
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Milliseconds until the answer's status must be there. */
  time: number;
}

/** The response of a receiver. Its body is not read, since it may be endless. */
export interface PostResponse {
  status: number;
  /** The header `Retry-After`. */
  retryAfter: string | undefined;
}

/**
 * Posts to an address that a client has named. Redirects are not followed: an address that has moved is to be named anew.
 *
 * @throws OutboundError
 */
export async function postExternal(
  url: string,
  reach: OutboundScope,
  { body, headers, time }: PostRequest,
): Promise<PostResponse> {
  const dispatcher = createGuardedAgent(reach, time);
  try {
    const address = new URL(url);
    checkUrl(address, reach);
    const answer = await request(address, {
      method: 'POST',
      body,
      headers,
      dispatcher,
      signal: AbortSignal.timeout(time),
    });
    answer.body.on('error', () => {});
    answer.body.destroy();
    const retryAfter = answer.headers['retry-after'];
    return { status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined };
  } catch (cause) {
    throw toOutboundError(cause);
  } finally {
    await dispatcher.destroy();
  }
}
