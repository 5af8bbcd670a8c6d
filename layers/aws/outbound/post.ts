import { request } from 'undici';
import { guardedAgent } from './agent.ts';
import { asOutboundError, checkAddress, type Reach } from './guard.ts';

export interface Posting {
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Milliseconds until the answer's status must be there. */
  time: number;
}

/** What a receiver answered. Its body is not read: nobody asked for it, and it may have no end. */
export interface Receipt {
  status: number;
  /** The header `Retry-After`. */
  retryAfter: string | undefined;
}

/**
 * Posts to an address that a client has named. Redirects are not followed: an address that has moved is to be named anew.
 *
 * @throws OutboundError
 */
export async function postOutside(url: string, reach: Reach, { body, headers, time }: Posting): Promise<Receipt> {
  const dispatcher = guardedAgent(reach, time);
  try {
    const address = new URL(url);
    checkAddress(address, reach);
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
    throw asOutboundError(cause);
  } finally {
    await dispatcher.destroy();
  }
}
