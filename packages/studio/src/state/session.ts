import { computed, signal } from '@preact/signals';
import { AvatarError, ConnectionError, createClient, ServiceError } from '@talking-avatar/client';
import { storedSignal } from './signal-storage.ts';

/** This tab's token. It is sent only in a header, so that it never appears in a URL. */
export const token = storedSignal(sessionStorage, 'token', '');

export const SERVICE_URL = location.origin;

/** The tab's token changed during a request, so the response says nothing about the new session. */
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

/** The service's reason for rejecting the token. */
export const refusedToken = signal('');

/** True if the last request received a response. */
export const online = signal(true);

/**
 * Reads the token from `#token=…` in the URL that `npm start` opens, and removes it from the URL and the history.
 * @param confirm asks the user whether to replace the session's token
 */
export function takeTokenFromAddress(confirm: () => boolean): void {
  const match = /^#token=([^&]+)/.exec(location.hash);
  if (!match) return;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  const given = decode(match[1]!);
  if (given !== token.value && (token.value === '' || confirm())) token.value = given;
}

/** Decodes part of a URL. Returns it unchanged if it is not validly encoded. */
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
 * Updates the session after an error: a rejected token leads to the sign-in page, and a missing response leads to the offline notice.
 * @returns the error message, which comes from the service if it responded
 */
export function recordError(error: unknown): string {
  if (error instanceof ServiceError) {
    online.value = true;
    const { code, message } = error.body;
    if (code === 401 || error.type === 'expired-token') refuseToken(message);
    return message;
  }
  if (error instanceof ConnectionError) online.value = false;
  return error instanceof Error ? error.message : String(error);
}

/** Updates `online` after requests, and rethrows their errors. */
export async function trackOnline<T>(requests: Promise<T>): Promise<T> {
  try {
    const result = await requests;
    online.value = true;
    return result;
  } catch (error) {
    recordError(error);
    throw error;
  }
}
