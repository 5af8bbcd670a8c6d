import { AvatarError, ConnectionError, ServiceError } from './errors.ts';
import type { ErrorBody } from './types.ts';

export interface Connection {
  /** Base URL, ending with a slash. */
  base: string;
  token: string;
  fetch: typeof fetch;
  /** Time limit for a response, in ms. */
  timeout: number;
  /** Maximum number of retries. */
  retries: number;
}

export interface RequestOptions {
  method?: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  body?: string | FormData;
  signal?: AbortSignal | undefined;
  /** Called with the response headers. */
  onHeaders?: (headers: Headers) => void;
}

/** Statuses after which a retry may succeed: the request was throttled, or the service or its gateway is temporarily unavailable. */
const TRANSIENT = new Set([429, 502, 503, 504]);

/** Delay before the second attempt, in ms. It doubles with each further attempt. */
const FIRST_PAUSE = 500;

/** Maximum delay between attempts in ms, even if the service asks for a longer one. */
const LONGEST_PAUSE = 30_000;

/**
 * Sends a request and returns the JSON in the response, if any. After an incomplete response or a transient error, the request is retried
 * with backoff.
 * @throws ServiceError for an error response, ConnectionError if there is no complete response, or the signal's reason if it is aborted
 */
export function request<T>(connection: Connection, path: string, options: RequestOptions = {}): Promise<T> {
  return repeat(connection.retries + 1, options.signal, () => send<T>(connection, path, options));
}

/**
 * Retries transient failures with backoff.
 * @throws the first permanent or the last transient error, or the signal's reason if it is aborted
 */
export async function repeat<T>(attempts: number, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      const refused = error instanceof ServiceError ? error : undefined;
      const isTransient = error instanceof ConnectionError || (refused && TRANSIENT.has(refused.body.code));
      const asked = refused?.retryAfter;
      if (count >= attempts || !isTransient) throw error;
      const pause = asked === undefined ? FIRST_PAUSE * 2 ** (count - 1) : 1000 * asked;
      await sleep(Math.min(LONGEST_PAUSE, pause), signal);
    }
  }
}

async function send<T>(connection: Connection, path: string, options: RequestOptions): Promise<T> {
  const url = new URL(path, connection.base);
  for (const [name, value] of Object.entries(options.query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
  const { method = 'GET', headers, body, signal } = options;
  const init = {
    method,
    headers: { ...headers, authorization: `Bearer ${connection.token}` },
    ...(body !== undefined && { body }),
    signal,
  };
  return fetchWithin(connection, url, init, async (response) => {
    const text = await response.text();
    if (!response.ok) throw readError(response, text);
    options.onHeaders?.(response.headers);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  });
}

/**
 * `fetch` with a time limit that also covers reading the response with `read`.
 * @throws ConnectionError if there is no response in time, or the signal's reason if it is aborted
 */
export async function fetchWithin<T>(
  { fetch, timeout }: Pick<Connection, 'fetch' | 'timeout'>,
  url: URL | string,
  { signal, ...init }: Omit<RequestInit, 'signal'> & { signal?: AbortSignal | undefined },
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const { host } = new URL(url);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  try {
    return await read(await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal }));
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof AvatarError) throw cause;
    const reason = limit.signal.aborted ? `did not respond within ${timeout / 1000} s` : 'cannot be reached';
    throw new ConnectionError(`${host} ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the error from a response. The body may not be the service's JSON if the response came from a gateway in between. */
function readError(response: Response, text: string): ServiceError {
  const body = parseError(text) ?? {
    code: response.status,
    title: response.statusText || 'Error',
    message: `The service responded with ${response.status}`,
  };
  const { headers } = response;
  return new ServiceError(body, { retryAfter: readRetryAfter(headers), type: headers.get('error-type') ?? undefined });
}

/** Reads the `Retry-After` header, in seconds. */
export function readRetryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

function parseError(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const { code, title, message } = body as { code?: unknown; title?: unknown; message?: unknown };
    if (typeof code === 'number' && typeof title === 'string' && typeof message === 'string') return { code, title, message };
  } catch {
    // Not JSON.
  }
  return undefined;
}

/** Waits. @throws the signal's reason when it is aborted */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
