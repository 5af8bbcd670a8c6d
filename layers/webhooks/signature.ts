import { createHmac } from 'node:crypto';

/** How a secret is written down for clients (Standard Webhooks 1.0, "Signature scheme"). */
const SECRET_PREFIX = 'whsec_';

export const formatSecret = (key: Uint8Array): string => `${SECRET_PREFIX}${Buffer.from(key).toString('base64')}`;

/**
 * The headers of a delivery (Standard Webhooks 1.0).
 *
 * @param id the same for every repetition of one event
 * @param at when this attempt is made, ms since 1970
 * @param keys the account's keys that are valid now, each of 32 bytes: the receiver accepts any of them
 */
export function signDelivery(id: string, at: number, body: string, keys: readonly Uint8Array[]) {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
