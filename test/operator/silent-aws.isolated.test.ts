import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { readDeployedLines } from '../../bin/operator/log-lines.ts';
import { findTarget } from '../../bin/operator/target.ts';

vi.mock('../../bin/aws/limits.ts', () => ({
  COMMAND_LIMITS: { maxAttempts: 1, requestHandler: { requestTimeout: 100, throwOnRequestTimeout: true } },
}));

/** Responds only to requests for the resources of a stack, and only if `answersStacks` is set. */
const server = (answersStacks: boolean) =>
  createServer((request, response) => {
    if (!answersStacks || request.headers['x-amz-target']) return;
    const member = '<member><ResourceType>AWS::Logs::LogGroup</ResourceType><PhysicalResourceId>one</PhysicalResourceId></member>';
    const result = `<StackResourceSummaries>${member}</StackResourceSummaries>`;
    response
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(`<ListStackResourcesResponse><ListStackResourcesResult>${result}</ListStackResourcesResult></ListStackResourcesResponse>`);
  });

afterEach(() => vi.unstubAllEnvs());

it.each<[string, boolean, () => Promise<unknown>]>([
  ["a stack's outputs", false, () => findTarget({ stage: 'dev' })],
  ["a stack's log groups", false, () => readDeployedLines('dev', 'word', { from: 0, to: 1 })],
  ['log lines', true, () => readDeployedLines('dev', 'word', { from: 0, to: 1 })],
])('times out if AWS does not respond to a request for %s', { timeout: 20_000 }, async (_, answersStacks, ask) => {
  const aws = server(answersStacks).listen(0, '127.0.0.1');
  await new Promise((resolve) => aws.once('listening', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(aws.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'operator');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  try {
    await expect(ask()).rejects.toThrow(/100 ms/);
  } finally {
    aws.closeAllConnections();
    aws.close();
  }
});
