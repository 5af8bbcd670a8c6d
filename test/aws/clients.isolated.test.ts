import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';

/** Returns clients that have not connected to the server of an earlier test. */
async function freshClients(): Promise<typeof import('../../layers/aws/clients.ts')> {
  vi.resetModules();
  return import('../../layers/aws/clients.ts');
}

/**
 * Answers DynamoDB calls one by one, and all further calls with an empty object. A call whose response is undefined gets no answer.
 * @returns the number of calls that `run` made
 */
async function countCalls(
  answers: readonly ({ status: number; body: object } | undefined)[],
  run: () => Promise<unknown>,
): Promise<number> {
  let calls = 0;
  const server = createServer((_, response) => {
    const answer = calls < answers.length ? answers[calls] : { status: 200, body: {} };
    calls += 1;
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'caller');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  try {
    await run();
    return calls;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const refusal = (name: string) => ({ status: 400, body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name } });

it('retries a call that AWS does not respond to', async () => {
  const { dynamodb } = await freshClients();
  const get = new GetCommand({ TableName: 't', Key: { id: '1' } });
  expect(await countCalls([undefined], () => dynamodb().send(get, { abortSignal: AbortSignal.timeout(9_000) }))).toBe(2);
});

it('retries a single write that conflicts with a transaction, but not one whose condition fails', async () => {
  const { dynamodb } = await freshClients();
  const update = () => dynamodb().send(new UpdateCommand({ TableName: 't', Key: { id: '1' }, UpdateExpression: 'SET a = b' }));
  const conflict = refusal('TransactionConflictException');
  expect(await countCalls([conflict, conflict], update)).toBe(3);
  const { dynamodb: other } = await freshClients();
  const refused = () => expect(other().send(new GetCommand({ TableName: 't', Key: { id: '1' } }))).rejects.toThrow('Conditional');
  expect(await countCalls([refusal('ConditionalCheckFailedException')], refused)).toBe(1);
});
