import { request } from 'undici';
import { createGuardedAgent } from './agent.ts';
import { checkUrl, type OutboundScope, toOutboundError } from './guard.ts';

interface PostRequest {
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Time limit for the start of the response, in ms. */
  timeout: number;
}

/** A receiver's response. Its body is not read, since it may be endless. */
interface PostResponse {
  status: number;
  /** The header `Retry-After`. */
  retryAfter: string | undefined;
}

/** Sends a POST request to a client's URL. Redirects are not followed. @throws OutboundError */
export async function postExternal(url: string, scope: OutboundScope, { body, headers, timeout }: PostRequest): Promise<PostResponse> {
  const dispatcher = createGuardedAgent(scope, timeout);
  try {
    checkUrl(new URL(url), scope);
    const response = await request(url, {
      method: 'POST',
      body,
      headers,
      dispatcher,
      signal: AbortSignal.timeout(timeout),
    });
    response.body.on('error', () => {});
    response.body.destroy();
    const retryAfter = response.headers['retry-after'];
    return { status: response.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined };
  } catch (cause) {
    throw toOutboundError(cause);
  } finally {
    await dispatcher.destroy();
  }
}
