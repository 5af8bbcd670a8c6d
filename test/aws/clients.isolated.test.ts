import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';
import { dynamodb } from '../../layers/aws/clients.ts';

it('retries a call that AWS does not respond to', async () => {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    if (calls > 1) response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'caller');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  try {
    await dynamodb().send(new GetCommand({ TableName: 't', Key: { id: '1' } }), {
      abortSignal: AbortSignal.timeout(9_000),
    });
    expect(calls).toBe(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
