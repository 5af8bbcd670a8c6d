import { AvatarError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

/** A webhook request, as received. */
export interface SignedRequest {
  /** The exact bytes of the body. Parsing and reformatting it would invalidate the signature. */
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A webhook request that the service did not send, or sent too long ago. */
export class WebhookSignatureError extends AvatarError {
  override readonly name = 'WebhookSignatureError';
}

/** Maximum clock skew between sender and receiver, in seconds (Standard Webhooks 1.0 recommends five minutes). */
const TOLERANCE = 300;

const SECRET_PREFIX = 'whsec_';

/**
 * Checks the signature of a webhook request (Standard Webhooks 1.0) and returns its event.
 * @param secret the account's secret (`whsec_…`), or several during a rotation
 * @throws WebhookSignatureError for a signature that is missing, wrong, or more than five minutes old; TypeError for a secret that is not
 *   base64
 * @example
 * ```ts
 * const event = await verifyWebhook({ body: await request.text(), headers: request.headers }, process.env.SECRET!);
 * if (event.type === 'job.succeeded') fetchResult(event.data.id);
 * ```
 */
export async function verifyWebhook({ body, headers }: SignedRequest, secret: string | readonly string[]): Promise<WebhookEvent> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE))
    throw new WebhookSignatureError('webhook-timestamp is more than five minutes from now');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = readHeader(headers, 'webhook-signature').split(' ').flatMap(readSignature);
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await importKey(each);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookSignatureError('webhook-signature does not match the body and the secret');
}

function readHeader(headers: SignedRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.[0];
  if (!text) throw new WebhookSignatureError(`The header ${name} is missing`);
  return text;
}

/** Returns the bytes of a `v1,BASE64` signature, or an empty list for other versions. */
function readSignature(signature: string): Uint8Array<ArrayBuffer>[] {
  if (!signature.startsWith('v1,')) return [];
  try {
    return [decodeBase64(signature.slice(3))];
  } catch {
    return [];
  }
}

function importKey(secret: string) {
  const plain = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return crypto.subtle.importKey('raw', decodeSecret(plain), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  try {
    return decodeBase64(secret);
  } catch (cause) {
    throw new TypeError('The secret is not base64; it should start with whsec_', { cause });
  }
}

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
