import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { enqueueJob, startExecution } from '#aws';
import type { JobItem } from '#jobs';

const TRACE = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';

/** The trace header of the call to each service. */
const traces = new Map<string, string | string[] | undefined>();

const server = createServer(({ headers }, response) => {
  traces.set(String(headers['x-amz-target']), headers['x-amzn-trace-id']);
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' };
  for (const [name, value] of Object.entries({ AWS_ENDPOINT_URL: endpoint, ...credentials })) vi.stubEnv(name, value);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

/** Passes a job on, as `generate` and `dispatch` do. The responses are empty, which does not matter here. */
async function passOn(): Promise<void> {
  const job = { id: crypto.randomUUID(), account: 'acme', specification: { output: { type: 'csv' } } } as JobItem;
  await enqueueJob(`${process.env.AWS_ENDPOINT_URL}/000000000000/jobs`, job).catch(() => {});
  await startExecution('arn:aws:states:us-east-1:000000000000:stateMachine:jobs', job).catch(() => {});
}

it('passes the trace from a function to the queue and the execution', async () => {
  await passOn();
  expect([...traces.values()]).toEqual([undefined, undefined]);
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'generate');
  vi.stubEnv('_X_AMZN_TRACE_ID', TRACE);
  await passOn();
  expect(Object.fromEntries(traces)).toEqual({
    'AmazonSQS.SendMessage': TRACE,
    'AWSStepFunctions.StartExecution': TRACE,
  });
});
