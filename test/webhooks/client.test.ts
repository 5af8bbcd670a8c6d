import { verifyWebhook, WebhookSignatureError } from '@talking-avatar/client';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { formatSecret, signDelivery } from '../../layers/webhooks/signature.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => i);
const SECRET = formatSecret(KEY);
const OTHER = formatSecret(new Uint8Array(32));
const BODY = JSON.stringify({ type: 'job.running', timestamp: '2026-01-01T00:00:00Z', data: { id: 'é' } });

const sign = (at = Date.now()) => signDelivery('msg_1', at, BODY, [KEY]);

it("accepts the service's signatures, in any form of headers and body", async () => {
  const event = JSON.parse(BODY);
  expect(await verifyWebhook({ body: BODY, headers: sign() }, SECRET)).toEqual(event);
  expect(await verifyWebhook({ body: new TextEncoder().encode(BODY), headers: new Headers(sign()) }, SECRET)).toEqual(event);
  const capitals = Object.fromEntries(Object.entries(sign()).map(([name, value]) => [name.toUpperCase(), [value]]));
  expect(await verifyWebhook({ body: BODY, headers: capitals }, SECRET)).toEqual(event);
});

it("accepts another library's signatures", async () => {
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_2',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v2,abc v1,x ${new Webhook(SECRET).sign('msg_2', at, BODY)}`,
  };
  await expect(verifyWebhook({ body: BODY, headers }, [OTHER, SECRET])).resolves.toMatchObject({ type: 'job.running' });
});

it.each([
  ['another secret', { headers: sign() }, OTHER],
  ['another body', { body: BODY.replace('running', 'failed'), headers: sign() }, SECRET],
  ['another id', { headers: { ...sign(), 'webhook-id': 'msg_3' } }, SECRET],
  ['an old request', { headers: sign(Date.now() - 301_000) }, SECRET],
  ['a request from the future', { headers: sign(Date.now() + 302_000) }, SECRET],
  ['no timestamp', { headers: { ...sign(), 'webhook-timestamp': 'soon' } }, SECRET],
  ['no signature', { headers: { ...sign(), 'webhook-signature': '' } }, SECRET],
  ['a signature that is not base64', { headers: { ...sign(), 'webhook-signature': 'v1,*' } }, SECRET],
])('rejects %s', async (_, request, secret) => {
  await expect(verifyWebhook({ body: BODY, ...request }, secret)).rejects.toBeInstanceOf(WebhookSignatureError);
});
