import { computed, signal } from '@preact/signals';
import { ConnectionError, createClient, ServiceError } from '../../client/index.ts';
import { storedSignal } from './signal-storage.ts';

/** The token of this tab. It is sent in a header only, so that no address contains it. */
export const token = storedSignal(sessionStorage, 'token', '');

/** The service is at the origin of this page. */
export const SERVICE_URL = location.origin;

/** A client with the token of this tab. Requests go on for half a minute while the service restarts. */
export const client = computed(() => createClient({ url: SERVICE_URL, token: token.value, retries: 3 }));

/** Why the token was refused, in the service's words. */
export const refusedToken = signal('');

/** Whether the last request got an answer. */
export const online = signal(true);

/** Takes the token from `#token=…`, with which `npm start` opens the page, and removes it from the address and the history. */
export function takeTokenFromAddress(): void {
  const match = /^#token=([^&]+)/.exec(location.hash);
  if (!match) return;
  token.value = decodeURIComponent(match[1]!);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
}

/** Forgets the token of this tab. */
export function signOut(reason = ''): void {
  refusedToken.value = reason;
  token.value = '';
}

/**
 * Notes what an error says of the session: a refused token leads to the sign-in, a missing answer to the notice that the service
 * cannot be reached.
 *
 * @returns the error's message, in the service's own words where it has answered
 */
export function noteError(error: unknown): string {
  if (error instanceof ServiceError) {
    online.value = true;
    const { code, title, message } = error.body;
    if (code === 401 || (code === 403 && /expired/i.test(title))) signOut(message);
    return message;
  }
  if (error instanceof ConnectionError) online.value = false;
  return error instanceof Error ? error.message : String(error);
}

/** Runs requests, and notes whether the service answers. @throws what the requests throw */
export async function noted<T>(requests: Promise<T>): Promise<T> {
  try {
    const result = await requests;
    online.value = true;
    return result;
  } catch (error) {
    noteError(error);
    throw error;
  }
}
