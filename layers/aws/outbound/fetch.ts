import { type Agent, request } from 'undici';
import { createGuardedAgent } from './agent.ts';
import { checkUrl, OutboundError, type OutboundScope, toOutboundError } from './guard.ts';

export interface FetchLimits {
  /** Bytes of the answer, counted while they come in. */
  bytes: number;
  /** Milliseconds in all, redirects included. */
  time: number;
}

/** Redirects that are followed; each is checked like the first address. */
const MAX_REDIRECTS = 3;

/**
 * Fetches what a client has named. A compressed answer is taken as it is: nothing is unpacked on the way.
 *
 * @throws OutboundError
 */
export async function fetchExternal(url: string, reach: OutboundScope, limits: FetchLimits): Promise<Uint8Array> {
  const dispatcher = createGuardedAgent(reach, limits.time);
  try {
    return await followRedirects(new URL(url), { dispatcher, reach, limits, signal: AbortSignal.timeout(limits.time) });
  } catch (cause) {
    throw toOutboundError(cause);
  } finally {
    await dispatcher.destroy();
  }
}

interface FetchContext {
  dispatcher: Agent;
  reach: OutboundScope;
  limits: FetchLimits;
  signal: AbortSignal;
}

async function followRedirects(start: URL, { dispatcher, reach, limits, signal }: FetchContext): Promise<Uint8Array> {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    checkUrl(url, reach);
    const { statusCode, headers, body } = await request(url, { dispatcher, signal });
    // A body that is not read to its end fails when the connection goes; what that means was said already.
    body.on('error', () => {});
    const location = headers.location;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      body.destroy();
      url = resolveLocation(location, url);
      continue;
    }
    if (statusCode !== 200) throw new OutboundError(`${url.host} answered ${statusCode}`);
    return readLimited(body, limits.bytes, Number(headers['content-length'] ?? 0));
  }
  throw new OutboundError(`more than ${MAX_REDIRECTS} redirects`);
}

/** @throws OutboundError for what is no address */
function resolveLocation(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (!url) throw new OutboundError(`${from.host} says that it has moved, but not to an address`);
  return url;
}

/** Reads a body, but no more than so many bytes. */
export async function readLimited(body: AsyncIterable<Buffer>, most: number, announced: number): Promise<Uint8Array> {
  const tooLarge = new OutboundError(`the answer is larger than ${most} bytes`);
  if (announced > most) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
