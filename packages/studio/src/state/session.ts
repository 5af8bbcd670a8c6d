import { computed, signal } from '@preact/signals';
import { AvatarError, ConnectionError, createClient, ServiceError } from '@talking-avatar/client';
import { storedSignal } from './signal-storage.ts';

/** This tab's token. Sent only in a header, so that no address contains it. */
export const token = storedSignal(sessionStorage, 'token', '');

export const SERVICE_URL = location.origin;

/** The tab's token changed during a request: its response is useless and says nothing about the new session. */
class SessionEndedError extends AvatarError {}

/** A client with this tab's token. Requests are retried for half a minute while the service restarts. */
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

/** Whether the last request was answered. */
export const online = signal(true);

/**
 * Takes the token from `#token=…`, with which `npm start` opens the page, and removes it from address and history.
 * @param confirm asks whether it may replace the session's token
 */
export function takeTokenFromAddress(confirm: () => boolean): void {
  const match = /^#token=([^&]+)/.exec(location.hash);
  if (!match) return;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  const given = decode(match[1]!);
  if (given !== token.value && (token.value === '' || confirm())) token.value = given;
}

/** A part of an address; stays as it is if it is not encoded. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function refuseToken(reason: string): void {
  refusedToken.value = reason;
  token.value = '';
}

/**
 * Notes an error's meaning for the session: a refused token leads to the sign-in, a missing response to the offline notice.
 * @returns its message, in the service's words if it answered
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

/** Notes whether the service answers requests, and rethrows their errors. */
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
