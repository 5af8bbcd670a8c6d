import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { createConnection } from 'node:net';
import { Readable } from 'node:stream';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it } from 'vitest';
import { answerJson, type Gateway, type GatewayOptions, type LocalService, ServiceError, startGateway } from '../../src/gateway/index.ts';
import { caller, clientOf, startTestGateway } from '../../src/testing.ts';

let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});

const echo = (more: Partial<LocalService> = {}): LocalService => ({
  service: 'dynamodb',
  protocol: 'json',
  body: 'buffered',
  maxBodyBytes: 1000,
  authorize: () => [{ action: 'dynamodb:ListTables', resources: ['*'] }],
  handle: async ({ caller: { name } }) => answerJson({ TableNames: [name] }),
  ...more,
});
const files = (more: Partial<LocalService> = {}): LocalService => ({
  ...echo(),
  service: 's3',
  protocol: 'xml',
  body: 'streamed',
  authorize: () => [],
  handle: async () => ({ status: 200, body: 'content' }),
  ...more,
});
const open = async (services: LocalService[], options: Partial<GatewayOptions> = {}) => {
  gateway = await startTestGateway(services, options);
  return gateway;
};
const list = async (settings: object = {}) => {
  const client = new DynamoDBClient({ ...clientOf(gateway!), ...settings });
  try {
    return (await client.send(new ListTablesCommand({}))).TableNames;
  } finally {
    client.destroy();
  }
};
const key = (accessKeyId: string, secretAccessKey: string) => ({ credentials: { accessKeyId, secretAccessKey } });

describe('the gateway', () => {
  it('routes a request to its service with its signer as the caller', async () => {
    await open([files(), echo()], { callers: [caller('operator'), caller('generate')] });
    expect(await list()).toEqual(['operator']);
    expect(await list(key('generate', 'secret-of-generate'))).toEqual(['generate']);
    const s3 = new S3Client(clientOf(gateway!));
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'b', Key: "odd key/ä+&'().txt" }));
    expect(await Body!.transformToString()).toBe('content');
  });

  it('rejects unknown callers, wrong secrets, and skewed clocks', async () => {
    await open([echo()]);
    await expect(list(key('stranger', 'x'))).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
    await expect(list(key('operator', 'guess'))).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    const late = { systemClockOffset: 16 * 60_000 };
    await expect(list(late)).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
    expect(await list({ systemClockOffset: 14 * 60_000 })).toEqual(['operator']);
  });

  it('rejects a body that differs from the signed one', async () => {
    await open([echo()]);
    let authorization: Record<string, string> = {};
    const client = new DynamoDBClient(clientOf(gateway!));
    client.middlewareStack.add(
      (next) => async (args) => {
        authorization = { ...(args.request as { headers: Record<string, string> }).headers };
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await client.send(new ListTablesCommand({}));
    const { 'content-length': _length, ...headers } = authorization;
    const body = '{"Limit":1}';
    const send = async (more: object) => {
      const answer = await fetch(gateway!.url, { method: 'POST', headers: { ...headers, ...more }, body });
      return ((await answer.json()) as { __type: string }).__type;
    };
    expect(await send({})).toBe('XAmzContentSHA256Mismatch');
    const digest = createHash('sha256').update(body).digest('hex');
    expect(await send({ 'x-amz-content-sha256': digest })).toBe('InvalidSignatureException');
    client.destroy();
  });

  it("rejects an unsigned request in the service's format", async () => {
    await open([echo(), files()]);
    const json = await fetch(gateway!.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' },
    });
    expect(await json.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
    expect(await (await fetch(`${gateway!.url}/b/k`)).text()).toContain('<Code>AccessDenied</Code>');
  });

  it('names an unavailable service', async () => {
    await open([files()]);
    await expect(list()).rejects.toMatchObject({
      name: 'UnknownEndpoint',
      message: expect.stringContaining('dynamodb'),
    });
  });

  it('names the caller, the action, and the resource', async () => {
    await open([echo()], { callers: [caller('operator', 'dynamodb:GetItem')] });
    const message = 'User: operator is not authorized to perform: dynamodb:ListTables on resource: *';
    await expect(list()).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(message),
    });
  });

  it('returns an internal error without details, and reports the details to onFault', async () => {
    const faults: unknown[] = [];
    const broken = echo({
      handle: async () => {
        throw new Error('a path on this machine');
      },
    });
    await open([broken], { onFault: (error) => faults.push(error) });
    await expect(list()).rejects.toMatchObject({ name: 'InternalFailure', message: 'The local service failed' });
    expect(faults).toEqual([new Error('a path on this machine')]);
  });

  it('rejects a body over the limit and remains usable', async () => {
    await open([echo({ maxBodyBytes: 10 })]);
    const client = new DynamoDBClient(clientOf(gateway!));
    const tooLong = client.send(new ListTablesCommand({ ExclusiveStartTableName: 'x'.repeat(1000) }));
    await expect(tooLong).rejects.toMatchObject({ $metadata: { httpStatusCode: 413 } });
    expect(await list()).toEqual(['operator']);
    client.destroy();
  });

  it('rejects a body without a Content-Length as soon as it exceeds the limit', async () => {
    await open([echo({ maxBodyBytes: 10 })]);
    const scope = 'operator/20260101/us-east-1/dynamodb/aws4_request';
    const headers = {
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
      'x-amz-date': '20260101T000000Z',
    };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (chunks: number) =>
      new Promise<[number | undefined, string]>((resolve, reject) => {
        const request = httpRequest(gateway!.url, { method: 'POST', headers, agent }, async (response) => {
          resolve([response.statusCode, Buffer.concat(await response.toArray()).toString()]);
        });
        request.once('error', reject);
        for (let n = 0; n < chunks; n++) request.write(Buffer.alloc(500_000));
        request.end();
      });
    expect(await send(100)).toEqual([413, expect.stringContaining('RequestEntityTooLarge')]);
    expect(await send(0)).toEqual([403, expect.stringContaining('RequestTimeTooSkewed')]);
    agent.destroy();
  });

  it('lets the client of a rejected upload read the reason', async () => {
    const refusing = files({
      handle: async () => {
        throw new ServiceError('NotImplemented', 'no', 501);
      },
    });
    await open([refusing]);
    const s3 = new S3Client(clientOf(gateway!));
    for (let n = 0; n < 5; n++) {
      const upload = s3.send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'x'.repeat(5_000_000) }));
      await expect(upload).rejects.toMatchObject({ name: 'NotImplemented' });
    }
  });

  it('closes a download whose client disconnected before it started, without reporting a fault', async () => {
    const body = new Readable({ read() {} });
    const faults: unknown[] = [];
    const leave = new AbortController();
    const slow = files({
      handle: async ({ signal }) => {
        leave.abort();
        if (!signal.aborted) await once(signal, 'abort');
        return { status: 200, body };
      },
    });
    await open([slow], { onFault: (fault) => faults.push(fault) });
    const s3 = new S3Client(clientOf(gateway!));
    const download = s3.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }), { abortSignal: leave.signal });
    await expect(download).rejects.toMatchObject({ name: 'AbortError' });
    if (!body.closed) await once(body, 'close');
    expect(faults).toEqual([]);
  });

  it('lets an interceptor see, change, and fail every authorized request', async () => {
    const seen: string[] = [];
    await open([echo()], {
      intercept: async (request, next) => {
        seen.push(`${request.caller.name} ${request.service}`);
        if (seen.length === 2) throw new ServiceError('ProvisionedThroughputExceededException', 'injected');
        return next(request);
      },
    });
    await list();
    await expect(list()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    await expect(list(key('stranger', 'x'))).rejects.toThrow();
    expect(seen).toEqual(['operator dynamodb', 'operator dynamodb']);
  });

  it('listens only on the loopback interface and releases its port', async () => {
    const { port } = await open([echo()]);
    expect(gateway!.url).toBe(`http://127.0.0.1:${port}`);
    const taken = startGateway({ port, callers: [], services: [] });
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const idle = createConnection(port, '127.0.0.1');
    idle.on('error', () => undefined);
    await gateway!.stop();
    gateway = await startGateway({ port, callers: [], services: [] });
    idle.destroy();
  });

  it('rejects two services with the same name', async () => {
    await expect(open([echo(), echo()])).rejects.toThrow('Two services have the name "dynamodb"');
  });
});
