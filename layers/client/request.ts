import { ConnectionError, ServiceError } from './errors.ts';
import type { ErrorBody } from './types.ts';

/** What a request needs to know of the service. */
export interface Connection {
  /** Address of the service, with a slash at its end. */
  base: string;
  token: string;
  fetch: typeof fetch;
  /** Milliseconds until a request without an answer is given up. */
  timeout: number;
  /** How often a request may be repeated. */
  retries: number;
}

export interface RequestOptions {
  method?: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  body?: string | FormData;
  signal?: AbortSignal | undefined;
}

/** Answers after which the same request may succeed: throttled, or the service or its gateway is unavailable for a while. */
const TRANSIENT = new Set([429, 502, 503, 504]);

/** Milliseconds before the second attempt; each further pause is twice as long. */
const FIRST_PAUSE = 500;

/** The longest pause between two attempts, ms, also when the service asks for a longer one. */
const LONGEST_PAUSE = 30_000;

/**
 * Sends a request to the service and returns its answer. A request without an answer, or with one that says to try again, is
 * repeated with growing pauses.
 *
 * @throws ServiceError for an error that the service answered
 * @throws ConnectionError when no answer came
 * @throws the signal's reason when it is aborted
 */
export async function request(connection: Connection, path: string, options: RequestOptions = {}): Promise<Response> {
  const { signal } = options;
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt > connection.retries;
    const pause = FIRST_PAUSE * 2 ** (attempt - 1);
    try {
      const response = await send(connection, path, options);
      if (response.ok) return response;
      const error = await readError(response);
      if (isLast || !TRANSIENT.has(response.status)) throw error;
      await sleep(Math.min(LONGEST_PAUSE, 1000 * (error.retryAfter ?? pause / 1000)), signal);
    } catch (error) {
      if (isLast || !(error instanceof ConnectionError)) throw error;
      await sleep(pause, signal);
    }
  }
}

async function send(connection: Connection, path: string, options: RequestOptions): Promise<Response> {
  const url = new URL(path, connection.base);
  for (const [name, value] of Object.entries(options.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const { method = 'GET', headers, body, signal } = options;
  return fetchWithin(connection, url, {
    method,
    headers: { ...headers, authorization: `Bearer ${connection.token}` },
    ...(body !== undefined && { body }),
    signal,
  });
}

/**
 * `fetch` with a time limit.
 *
 * @throws ConnectionError when no answer came in time, or none at all
 * @throws the signal's reason when it is aborted
 */
export async function fetchWithin(
  { fetch, timeout }: Pick<Connection, 'fetch' | 'timeout'>,
  url: URL | string,
  { signal, ...init }: Omit<RequestInit, 'signal'> & { signal?: AbortSignal | undefined },
): Promise<Response> {
  signal?.throwIfAborted();
  const { host } = new URL(url);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  try {
    return await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal });
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = limit.signal.aborted ? `did not answer within ${timeout / 1000} s` : 'cannot be reached';
    throw new ConnectionError(`${host} ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** The error in a response; a gateway on the way may answer something else than the service's JSON. */
async function readError(response: Response): Promise<ServiceError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body = parseError(text) ?? {
    code: response.status,
    title: response.statusText || 'Error',
    message: `The service answered with ${response.status}`,
  };
  return new ServiceError(body, Number.isFinite(seconds) ? seconds : undefined);
}

function parseError(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const { code, title, message } = body as { code?: unknown; title?: unknown; message?: unknown };
    if (typeof code === 'number' && typeof title === 'string' && typeof message === 'string')
      return { code, title, message };
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
