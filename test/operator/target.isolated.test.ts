import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { findTarget } from '../../bin/operator/target.ts';

const OUTPUTS = {
  TokensTable: 'tokens-of-dev',
  JobsTable: 'jobs-of-dev',
  WebhooksTable: 'webhooks-of-dev',
  WebhooksQueue: 'https://queue-of-dev',
  WebhooksKey: 'key-of-dev',
  LedgerTable: 'ledger-of-dev',
  AccountsTable: 'accounts-of-dev',
  StateMachine: 'machine-of-dev',
  AvatarsTable: 'avatars-of-dev',
  Bucket: 'bucket-of-dev',
};

afterEach(() => vi.unstubAllEnvs());

it('explains how to set a missing AWS region', async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', '/nowhere');
  await expect(findTarget({ stage: 'dev' })).rejects.toThrow(
    '--stage: could not find dev: The AWS region is missing: set AWS_REGION, such as AWS_REGION=eu-central-1',
  );
});

it("finds a deployed stage by its stack's name", async () => {
  let asked = new URLSearchParams();
  const server = createServer(async (request, response) => {
    asked = new URLSearchParams(await text(request));
    response.writeHead(200, { 'content-type': 'text/xml' }).end(`<DescribeStacksResponse><DescribeStacksResult><Stacks>
      <member><StackName>Avatar-dev</StackName><Outputs>
        ${Object.entries(OUTPUTS)
          .map(([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`)
          .join('')}
      </Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'operator');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  try {
    expect(await findTarget({ stage: 'dev' })).toEqual({
      tokensTable: 'tokens-of-dev',
      jobsTable: 'jobs-of-dev',
      webhooksTable: 'webhooks-of-dev',
      webhooksQueue: 'https://queue-of-dev',
      webhooksKey: 'key-of-dev',
      ledgerTable: 'ledger-of-dev',
      accountsTable: 'accounts-of-dev',
      stateMachine: 'machine-of-dev',
      avatarsTable: 'avatars-of-dev',
      bucket: 'bucket-of-dev',
    });
    expect(asked.get('StackName')).toBe('Avatar-dev');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
