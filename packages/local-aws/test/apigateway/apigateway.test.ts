import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ApiGateway, type Invoke, type RestApiModel, startApiGateway } from '../../src/apigateway/index.ts';
import { collectRoutes, findRoute } from '../../src/apigateway/routes.ts';
import { createThrottle } from '../../src/apigateway/throttle.ts';
import { readRate } from '../../src/schedule/index.ts';

const response = (responseType: string, statusCode: number, title: string) => ({
  responseType,
  statusCode,
  templates: { 'application/json': `{"title":"${title}","message":"$context.requestId","code":${statusCode}}` },
  parameters: responseType === 'THROTTLED' ? { 'gatewayresponse.header.retry-after': "'1'" } : {},
});

const api: RestApiModel = {
  id: 'api',
  rootId: 'root',
  stage: 'v1',
  region: 'us-east-1',
  account: '000000000000',
  binaryMediaTypes: ['*/*'],
  nodes: [
    { id: 'jobs', parentId: 'root', pathPart: 'jobs' },
    { id: 'job', parentId: 'jobs', pathPart: '{id}' },
    { id: 'list', parentId: 'jobs', pathPart: 'list' },
    { id: 'files', parentId: 'root', pathPart: '{proxy+}' },
  ],
  methods: [
    { resourceId: 'jobs', httpMethod: 'POST', functionArn: 'create' },
    { resourceId: 'job', httpMethod: 'ANY', functionArn: 'one' },
    { resourceId: 'list', httpMethod: 'GET', functionArn: 'list' },
    { resourceId: 'files', httpMethod: 'GET', functionArn: 'files' },
  ],
  responses: [
    response('MISSING_AUTHENTICATION_TOKEN', 404, 'Unknown'),
    response('INVALID_SIGNATURE', 403, 'Unsigned'),
    response('REQUEST_TOO_LARGE', 413, 'Too large'),
    response('THROTTLED', 429, 'Too many'),
    response('INTEGRATION_FAILURE', 429, 'Busy'),
    response('INTEGRATION_TIMEOUT', 504, 'Late'),
    response('DEFAULT_5XX', 500, 'Broken'),
  ],
};

let gateway: ApiGateway | undefined;
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});

/** Internal errors that the gateway has reported. */
const faults: unknown[] = [];

async function serve(invoke: Invoke, changes: Partial<RestApiModel> = {}): Promise<string> {
  faults.length = 0;
  const onFault = (error: unknown) => void faults.push(error);
  gateway = await startApiGateway({ api: { ...api, ...changes }, port: 0, invoke, onFault });
  return gateway.url;
}

/** A program that sends 20 MB forms and prints the status of each response. */
const UPLOAD = `
  for (let i = 0; i < 3; i += 1) {
    const body = new FormData();
    body.append('audio', new Blob([Buffer.alloc(20_000_000)]));
    const answer = await fetch(process.argv[1] + '/jobs', { method: 'POST', body }).catch(({ cause }) => ({ status: cause }));
    process.stdout.write(answer.status + ' ');
  }`;

/** A function that returns the event it was invoked with. */
const echo: Invoke = async (arn, payload) => ({
  payload: JSON.stringify({ statusCode: 200, body: JSON.stringify({ arn, event: JSON.parse(payload) }) }),
});

const echoed = async (url: string, init?: RequestInit) =>
  (await (await fetch(url, init)).json()) as { arn: string; event: APIGatewayProxyEvent };

describe('a route', () => {
  const routes = collectRoutes(api);
  it.each([
    ['POST', '/jobs', 'create'],
    ['POST', '/jobs/', 'create'],
    ['GET', '/jobs/list', 'list'],
    ['PUT', '/jobs/list', 'one'],
    ['GET', '/jobs/7', 'one'],
    ['GET', '/jobs/7/8', 'files'],
    ['GET', '/jobs', 'files'],
    ['PUT', '/jobs', undefined],
    ['GET', '/', undefined],
  ])('routes %s %s to %s', (method, path, arn) => {
    expect(findRoute(routes, method, path)?.functionArn).toBe(arn);
  });

  it('decodes path parameters', () => {
    expect(findRoute(routes, 'GET', '/jobs/a%20b')?.pathParameters).toEqual({ id: 'a b' });
    expect(findRoute(routes, 'GET', '/a/b/c')?.pathParameters).toEqual({ proxy: 'a/b/c' });
  });

  it('does not throw for any path', () => {
    fc.assert(fc.property(fc.webPath(), fc.constantFrom('GET', 'POST'), (path, method) => void findRoute(routes, method, path)));
  });
});

describe('a request to an unknown path', () => {
  it.each([
    ['without a header', {}, 404],
    ['with a bearer token', { authorization: 'Bearer avt_1' }, 403],
    ['with other credentials', { authorization: 'Basic YTpi' }, 403],
  ])('%s is rejected like on AWS', async (_, headers, status) => {
    const url = await serve(echo);
    expect((await fetch(`${url}/jobs`, { method: 'PUT', headers: headers as Record<string, string> })).status).toBe(status);
  });
});

describe('a request', () => {
  it('is converted to a proxy integration event', async () => {
    const url = await serve(echo);
    const { arn, event } = await echoed(`${url}/jobs/7?a=1&a=2&b=%C3%A9`, {
      method: 'POST',
      headers: { 'X-One': 'x' },
      body: 'hé',
    });
    expect(arn).toBe('one');
    expect(event).toMatchObject({
      resource: '/jobs/{id}',
      path: '/jobs/7',
      httpMethod: 'POST',
      pathParameters: { id: '7' },
      queryStringParameters: { a: '2', b: 'é' },
      multiValueQueryStringParameters: { a: ['1', '2'], b: ['é'] },
      isBase64Encoded: true,
      body: Buffer.from('hé').toString('base64'),
      requestContext: { resourcePath: '/jobs/{id}', path: '/v1/jobs/7', stage: 'v1', identity: { sourceIp: '127.0.0.1' } },
    });
    const header = Object.entries(event.headers).find(([name]) => name.toLowerCase() === 'x-one');
    expect(header?.[1]).toBe('x');
  });

  it('has a null query and body in the event if it has neither', async () => {
    const { event } = await echoed(`${await serve(echo)}/jobs/7`);
    expect(event).toMatchObject({ queryStringParameters: null, body: null, isBase64Encoded: false });
  });

  // Scenario test_aws_proxy_response_payload_format_validation, recorded on 15 November 2024.
  it.each([
    ['has no body', { statusCode: '201' }, 201, ''],
    ['has only headers', { headers: { 'x-one': 'x' } }, 200, ''],
    ['is empty', {}, 502, undefined],
    ['is a string', 'text', 502, undefined],
    ['has an unknown field', { statusCode: 200, wrong: 'x' }, 502, undefined],
    ['has one value for several', { statusCode: 200, multiValueHeaders: { 'x-one': 'x' } }, 502, undefined],
  ])('gets the response of a function that %s as from AWS', async (_, answer, status, body) => {
    const received = await fetch(`${await serve(async () => ({ payload: JSON.stringify(answer) }), { responses: [] })}/jobs/7`);
    expect(received.status).toBe(status);
    if (body !== undefined) expect(await received.text()).toBe(body);
  });

  it('gets bytes only if the API has binary media types, and both kinds of headers merged', async () => {
    const answer = {
      statusCode: 200,
      body: Buffer.from('bytes').toString('base64'),
      isBase64Encoded: true,
      headers: { 'x-one': 'b' },
      multiValueHeaders: { 'X-One': ['a', 'b'] },
    };
    const invoke: Invoke = async () => ({ payload: JSON.stringify(answer) });
    const received = await fetch(`${await serve(invoke)}/jobs/7`);
    expect(received.headers.get('x-one')).toBe('a, b');
    expect(await received.text()).toBe('bytes');
    await gateway?.stop();
    expect(await (await fetch(`${await serve(invoke, { binaryMediaTypes: [] })}/jobs/7`)).text()).toBe(answer.body);
  });

  it("returns gateway responses in the template's format", async () => {
    const url = await serve(echo);
    const answer = await fetch(`${url}/jobs`, { method: 'PUT' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      title: 'Unknown',
      message: answer.headers.get('x-amzn-requestid'),
      code: 404,
    });
  });

  it('is rejected if larger than 10 MB, even without a Content-Length', async () => {
    const url = await serve(echo);
    const big = new Uint8Array(10 * 1024 * 1024 + 1);
    expect((await fetch(`${url}/jobs`, { method: 'POST', body: big })).status).toBe(413);
    const stream = new Blob([big]).stream();
    const answer = await fetch(`${url}/jobs`, { method: 'POST', body: stream, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(413);
  });

  it('is rejected with a response, not a broken connection, even if it is far too large', async () => {
    const url = await serve(echo);
    // This needs a separate process. A client that shares the event loop of the gateway never gets to write to a connection that has just
    // been closed.
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UPLOAD, url]);
    expect(stdout).toBe('413 413 413 ');
  });

  it('is rejected if it is not HTTP, and its connection is closed', async () => {
    const socket = connect(Number(new URL(await serve(echo)).port), '127.0.0.1');
    socket.write('hello\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(faults).toEqual([]);
  });

  it('may wait for a process longer than the integration timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const waiting: Invoke = (arn, payload, onStart) => {
        vi.advanceTimersByTime(60_000);
        onStart();
        return echo(arn, payload, onStart);
      };
      expect((await fetch(`${await serve(waiting)}/jobs/7`)).status).toBe(200);
      await gateway?.stop();
      const hanging: Invoke = (_arn, _payload, onStart) => {
        onStart();
        vi.advanceTimersByTime(29_000);
        return new Promise(() => {});
      };
      expect((await fetch(`${await serve(hanging)}/jobs/7`)).status).toBe(504);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is throttled above the rate and burst, with Retry-After', async () => {
    const url = await serve(echo, { throttle: { rate: 0.001, burst: 2 } });
    const answers = await Promise.all([1, 2, 3, 4].map(() => fetch(`${url}/jobs/7`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
  });

  it.each([
    ['a function error', async () => ({ payload: '{"errorMessage":"secret"}', functionError: 'Unhandled' })],
    ['invalid JSON', async () => ({ payload: 'x' })],
    ['null', async () => ({ payload: 'null' })],
    ['an invalid header', async () => ({ payload: '{"statusCode":200,"headers":{"x":"a\\nb"}}' })],
    ['a body that is not a string', async () => ({ payload: '{"statusCode":200,"body":{}}' })],
    ['an exception', async () => Promise.reject(new Error('secret'))],
  ] as [string, Invoke][])('returns a 5XX response without details after %s', async (_, invoke) => {
    const answer = await fetch(`${await serve(invoke)}/jobs/7`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
  });

  it('is rejected as too large, or as a failed integration if Lambda throttles it', async () => {
    const failing = (code: string) => async () => Promise.reject(Object.assign(new Error(), { code }));
    expect((await fetch(`${await serve(failing('RequestTooLargeException'))}/jobs/7`)).status).toBe(413);
    await gateway?.stop();
    const throttled = await fetch(`${await serve(failing('TooManyRequestsException'))}/jobs/7`);
    expect(await throttled.json()).toMatchObject({ title: 'Busy', code: 429 });
    expect(throttled.status).toBe(429);
  });

  it('does not affect other requests if its client disconnects', async () => {
    const url = await serve(async (...args) => {
      await pause(100);
      return echo(...args);
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST /jobs HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nhalf');
    await pause(50);
    socket.destroy();
    expect((await fetch(`${url}/jobs/7`)).status).toBe(200);
    expect(faults).toEqual([]);
  });
});

it('suggests another port if the port is in use', async () => {
  const url = await serve(echo);
  await expect(startApiGateway({ api, port: Number(new URL(url).port), invoke: echo })).rejects.toThrow(/in use.*choose another port/);
});

it('allows a burst and then the rate', () => {
  let now = 0;
  const mayPass = createThrottle({ rate: 10, burst: 3 }, () => now);
  expect([1, 2, 3, 4].map(mayPass)).toEqual([true, true, true, false]);
  now = 100;
  expect([mayPass(), mayPass()]).toEqual([true, false]);
});

it('reads rates, and rejects all other schedules by name', () => {
  expect(readRate('rate(1 minute)')).toBe(60_000);
  expect(readRate('rate(2 hours)')).toBe(7_200_000);
  for (const wrong of ['rate(1 minutes)', 'rate(0 minutes)', 'rate(2 hour)', 'cron(0 12 * * ? *)', '']) {
    expect(() => readRate(wrong)).toThrow(wrong);
  }
});
