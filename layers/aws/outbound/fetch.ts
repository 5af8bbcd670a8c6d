import { type Agent, request } from 'undici';
import { createGuardedAgent } from './agent.ts';
import { checkUrl, OutboundError, type OutboundScope, toOutboundError } from './guard.ts';

export interface FetchLimits {
  /** Maximum size of the response in bytes, checked as they arrive. */
  bytes: number;
  /** Timeout for the whole download, including redirects, in ms. */
  timeout: number;
}

/** Maximum number of redirects. Each target is checked like the first URL. */
const MAX_REDIRECTS = 3;

/**
 * Downloads a URL supplied by a client. Compressed responses are not decompressed.
 *
 * @throws OutboundError
 * @example
 * ```ts
 * const bytes = await fetchExternal('https://example.com/voice.wav', 'public', { bytes: 1_000_000, timeout: 10_000 });
 * ```
 */
export async function fetchExternal(url: string, scope: OutboundScope, limits: FetchLimits): Promise<Uint8Array> {
  const dispatcher = createGuardedAgent(scope, limits.timeout);
  try {
    return await followRedirects(new URL(url), {
      dispatcher,
      scope,
      limits,
      signal: AbortSignal.timeout(limits.timeout),
    });
  } catch (cause) {
    throw toOutboundError(cause);
  } finally {
    await dispatcher.destroy();
  }
}

interface FetchContext {
  dispatcher: Agent;
  scope: OutboundScope;
  limits: FetchLimits;
  signal: AbortSignal;
}

async function followRedirects(start: URL, { dispatcher, scope, limits, signal }: FetchContext): Promise<Uint8Array> {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    checkUrl(url, scope);
    const { statusCode, headers, body } = await request(url, { dispatcher, signal });
    // Closing the connection early emits an error, but the failure is already reported below.
    body.on('error', () => {});
    const location = headers.location;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      body.destroy();
      url = resolveLocation(location, url);
      continue;
    }
    if (statusCode !== 200) throw new OutboundError(`${url.host} returned ${statusCode}`);
    return readLimited(body, limits.bytes, Number(headers['content-length'] ?? 0));
  }
  throw new OutboundError(`more than ${MAX_REDIRECTS} redirects`);
}

/** @throws OutboundError for an invalid URL */
function resolveLocation(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (!url) throw new OutboundError(`${from.host} redirects to an invalid URL`);
  return url;
}

/** Reads a body. @param contentLength value of the header; 0 if absent @throws OutboundError if the body exceeds `limit` bytes */
export async function readLimited(body: AsyncIterable<Buffer>, limit: number, contentLength: number): Promise<Uint8Array> {
  const tooLarge = new OutboundError(`the response is larger than ${limit} bytes`);
  if (contentLength > limit) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
