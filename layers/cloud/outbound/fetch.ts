import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { mayReach, type Reach } from './addresses.ts';

export type { Reach } from './addresses.ts';

export interface FetchLimits {
  /** Bytes of the answer, counted while they come in. */
  bytes: number;
  /** Milliseconds in all, redirects included. */
  time: number;
}

/** The address could not be fetched, for a reason that the client who named it may know. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

/** Redirects that are followed; each is checked like the first address. */
const MOST_REDIRECTS = 3;

/** Milliseconds to connect. */
const CONNECT_TIMEOUT = 5_000;

/**
 * Fetches what a client has named. The guard sits in the resolver of the connector, where no address can go around it: what was
 * checked is what is connected to, so a name that changes its mind in between gains nothing.
 *
 * @throws OutboundError
 */
export async function fetchOutside(url: string, reach: Reach, limits: FetchLimits): Promise<Uint8Array> {
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(reach), timeout: CONNECT_TIMEOUT },
    headersTimeout: limits.time,
    bodyTimeout: limits.time,
  });
  try {
    return await follow(new URL(url), { dispatcher, reach, limits, signal: AbortSignal.timeout(limits.time) });
  } catch (cause) {
    throw cause instanceof OutboundError ? cause : new OutboundError(reasonOf(cause), { cause });
  } finally {
    await dispatcher.destroy();
  }
}

interface Journey {
  dispatcher: Agent;
  reach: Reach;
  limits: FetchLimits;
  signal: AbortSignal;
}

async function follow(start: URL, { dispatcher, reach, limits, signal }: Journey): Promise<Uint8Array> {
  let url = start;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    check(url, reach);
    const { statusCode, headers, body } = await request(url, { dispatcher, signal });
    // A body that is not read to its end fails when the connection goes; what that means was said already.
    body.on('error', () => {});
    const location = headers.location;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      body.destroy();
      url = new URL(location, url);
      continue;
    }
    if (statusCode !== 200) throw new OutboundError(`${url.host} answered ${statusCode}`);
    return readCapped(body, limits.bytes);
  }
  throw new OutboundError(`more than ${MOST_REDIRECTS} redirects`);
}

/** A literal address is connected to without asking the resolver, so it is judged here. */
function check(url: URL, reach: Reach): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutboundError(`${url.protocol} is not http(s)`);
  if (url.username || url.password) throw new OutboundError('the address carries credentials');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLiteral = /^[\d.]+$/.test(host) || host.includes(':');
  if (isLiteral && !mayReach(host, reach)) throw new OutboundError(`${host} is not a public address`);
}

/** Resolves like `dns.lookup`, and answers only if every address may be reached. */
const guardedLookup =
  (reach: Reach): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const blocked = addresses.find(({ address }) => !mayReach(address, reach));
      if (blocked) return callback(new OutboundError(`${hostname} is not a public address`), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return first ? callback(null, first.address, first.family) : callback(new OutboundError('no address'), []);
    });

async function readCapped(body: AsyncIterable<Buffer>, most: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) throw new OutboundError(`the answer is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Why a connection failed, without the addresses that it went to. */
function reasonOf(cause: unknown): string {
  if ((cause as Error).name === 'TimeoutError') return 'it took too long to answer';
  const inner = cause instanceof Error && cause.cause instanceof OutboundError ? cause.cause : cause;
  if (inner instanceof OutboundError) return inner.message;
  const { code } = cause as { code?: string };
  return code === 'ENOTFOUND' ? 'its name cannot be resolved' : `the connection failed (${code ?? 'unknown reason'})`;
}
