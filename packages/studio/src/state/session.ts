import { computed, signal } from '@preact/signals';
import { AvatarError, ConnectionError, createClient, ServiceError } from '@talking-avatar/client';
import { storedSignal } from './signal-storage.ts';

/** The token of this tab. It is sent in a header only, so that no address contains it. */
export const token = storedSignal(sessionStorage, 'token', '');

/** The service is at the origin of this page. */
export const SERVICE_URL = location.origin;

/** The tab has another token, or none, since a request was made: its answer is of no use, and says nothing of the new session. */
class SessionEndedError extends AvatarError {}

/** A client with the token of this tab. Requests go on for half a minute while the service restarts. */
export const client = computed(() => {
  const { value: own } = token;
  const fetchInSession: typeof fetch = async (...args) => {
    const response = await fetch(...args);
    if (token.peek() !== own) throw new SessionEndedError('The session has ended');
    return response;
  };
  return createClient({ url: SERVICE_URL, token: own, retries: 3, fetch: fetchInSession });
});

/** Why the token was refused, in the service's words. */
export const refusedToken = signal('');

/** Whether the last request got an answer. */
export const online = signal(true);

/**
 * Takes the token from `#token=…`, with which `npm start` opens the page, and removes it from the address and the history.
 * @param confirm asks whether it may replace the token of the session
 */
export function takeTokenFromAddress(confirm: () => boolean): void {
  const match = /^#token=([^&]+)/.exec(location.hash);
  if (!match) return;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  const given = decode(match[1]!);
  if (given !== token.value && (token.value === '' || confirm())) token.value = given;
}

/** A part of an address; one that is not encoded stays as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Forgets a token that the service refused. */
function refuseToken(reason: string): void {
  refusedToken.value = reason;
  token.value = '';
}

/**
 * Notes what an error says of the session: a refused token leads to the sign-in, a missing answer to the notice that the service cannot be
 * reached.
 * @returns the error's message, in the service's own words where it has answered
 */
export function noteError(error: unknown): string {
  if (error instanceof ServiceError) {
    online.value = true;
    const { code, message } = error.body;
    if (code === 401 || error.type === 'expired-token') refuseToken(message);
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
