import { createHmac } from 'node:crypto';

/** Prefix of secrets (Standard Webhooks 1.0, "Signature scheme"). */
const SECRET_PREFIX = 'whsec_';

/** Formats a secret for clients. @param key 32 bytes */
export const formatSecret = (key: Uint8Array): string => `${SECRET_PREFIX}${Buffer.from(key).toString('base64')}`;

/**
 * Signs a webhook request (Standard Webhooks 1.0).
 *
 * @param id delivery ID
 * @param at time of the attempt, in ms since 1970
 * @param keys the account's valid secrets, 32 bytes each; the receiver accepts a signature with any of them
 * @returns the request headers
 * @example
 * ```ts
 * const headers = signDelivery(webhookId(type, job), Date.now(), body, await listSecrets(source, job.account));
 * ```
 */
export function signDelivery(id: string, at: number, body: string, keys: readonly Uint8Array[]) {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
