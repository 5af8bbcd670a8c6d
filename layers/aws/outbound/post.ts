import { request } from 'undici';
import { createGuardedAgent } from './agent.ts';
import { checkUrl, type OutboundScope, toOutboundError } from './guard.ts';

interface PostRequest {
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Time limit for the response to start, in ms. */
  timeout: number;
}

/** A receiver's response. The body is not read because it might never end. */
interface PostResponse {
  status: number;
  /** The `Retry-After` header. */
  retryAfter: string | undefined;
}

/** Sends a POST request to a URL supplied by a client. Redirects are not followed. @throws OutboundError */
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
