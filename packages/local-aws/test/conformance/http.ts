import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Invoke, type RestApiModel, startApiGateway } from '../../src/apigateway/index.ts';
import { type CorsRule, startS3 } from '../../src/s3/index.ts';
import { makeDirectory, removeDirectory, startTestGateway } from '../../src/testing.ts';
import { compare, type Difference } from './compare.ts';
import { readRecordings } from './recordings.ts';
import type { Result } from './report.ts';

type Json = Record<string, unknown>;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request without changing it. `fetch` would change paths and header names. */
function send(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
) {
  const { hostname, port } = new URL(base);
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { ...headers } }, async (message) => {
      const pairs = Object.entries(message.headers).map(([name, value]) => [name, String(value)]);
      resolve({ status: message.statusCode ?? 0, headers: Object.fromEntries(pairs), body: await text(message) });
    });
    sent.on('error', reject).end(body);
  });
}

const tag = (body: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1];

/** Returns the parts of a CORS response that matter to a browser or to a person. */
function corsOf({ status, headers, body }: Answer): Json {
  const names = Object.keys(headers).filter((name) => name.startsWith('access-control-') || name === 'vary');
  const code = tag(body, 'Code');
  return {
    StatusCode: status,
    Headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
    ...(code && { Error: { Code: code, Message: tag(body, 'Message')?.replaceAll('&apos;', "'") } }),
  };
}

/** Returns the same parts of a recorded response, which may or may not include headers. */
function recordedCors(value: Json): Json {
  const { Body, Headers = {}, StatusCode, Error: bare } = value as { Body?: Json; Headers?: Json; StatusCode?: number; Error?: Json };
  const error = bare ?? (Body?.Error as Json | undefined);
  const kept = Object.entries(Headers).map(([name, header]) => [name.toLowerCase(), header] as const);
  const status = StatusCode ?? (error?.Code === 'BadRequest' ? 400 : 403);
  return {
    StatusCode: status,
    Headers: Object.fromEntries(kept.filter(([name]) => name.startsWith('access-control-') || name === 'vary')),
    ...(error && { Error: { Code: error.Code, Message: error.Message } }),
  };
}

const ORIGIN = 'https://localhost:4200';
const WITH_ORIGIN: CorsRule = { AllowedOrigins: [ORIGIN], AllowedMethods: ['GET', 'PUT'], MaxAge: 3000, AllowedHeaders: ['*'] };
const PARTIAL: CorsRule = { ...WITH_ORIGIN, AllowedOrigins: ['http://*.origin.com'] };
const OPEN: CorsRule = { AllowedOrigins: ['*'], AllowedMethods: ['GET'] };

/** Returns the headers of a preflight request from an origin. */
const asks = (Origin: string, method: string, headers?: string) => ({
  Origin,
  'Access-Control-Request-Method': method,
  ...(headers && { 'Access-Control-Request-Headers': headers }),
});

/** Preflight requests in a scenario: the name of each response, and the headers of the request. */
interface CorsScenario {
  readonly rule?: CorsRule;
  readonly bucket?: string;
  readonly preflights: Readonly<Record<string, object>>;
}

const CORS: Readonly<Record<string, CorsScenario>> = {
  cors_http_options_no_config: {
    preflights: {
      'options-no-origin': {},
      'options-with-origin-and-method': asks('whatever', 'PUT'),
      'options-with-origin-no-method': { Origin: 'whatever' },
    },
  },
  cors_http_options_non_existent_bucket: {
    bucket: 'no-such-bucket',
    preflights: { 'options-no-origin': {}, 'options-with-origin': { Origin: 'whatever' } },
  },
  cors_match_origins: {
    rule: WITH_ORIGIN,
    preflights: {
      'opt-no-origin': {},
      'opt-referer': { referer: ORIGIN, 'Access-Control-Request-Method': 'PUT' },
      'opt-right-origin': asks(ORIGIN, 'PUT'),
      'opt-wrong-origin': asks('http://localhost:4200', 'PUT'),
    },
  },
  cors_match_methods: {
    rule: { ...WITH_ORIGIN, AllowedMethods: ['GET'] },
    preflights: { 'opt-get': asks(ORIGIN, 'GET'), 'opt-put': asks(ORIGIN, 'PUT') },
  },
  cors_match_headers: {
    rule: { ...WITH_ORIGIN, AllowedMethods: ['GET'] },
    preflights: {
      'opt-get': asks(ORIGIN, 'GET', 'x-amz-request-payer'),
      'opt-get-two': asks(ORIGIN, 'GET', 'x-amz-request-payer, x-amz-expected-bucket-owner'),
    },
  },
  put_cors_default_values: {
    rule: OPEN,
    preflights: { 'opt-get': asks('localhost:4566', 'GET'), 'opt-get-headers': asks('localhost:4566', 'GET', 'x-amz-request-payer') },
  },
  cors_expose_headers: {
    rule: { ...OPEN, ExposedHeaders: ['x-amz-id-2', 'x-amz-request-id', 'x-amz-request-payer'] },
    preflights: { 'opt-get': asks('localhost:4566', 'GET') },
  },
  cors_options_match_partial_origin: { rule: PARTIAL, preflights: { options_match_partial_origin: asks('http://test.origin.com', 'GET') } },
  cors_options_fails_partial_origin: {
    rule: PARTIAL,
    preflights: { options_fails_partial_origin: asks('http://test.origin.com/', 'GET') },
  },
};

/** Replays the preflight requests that were recorded. */
export async function replayCors(): Promise<Result[]> {
  const dir = makeDirectory();
  const name = (scenario: string) => scenario.replaceAll('_', '-');
  const buckets = Object.entries(CORS).flatMap(([scenario, { rule, bucket }]) =>
    bucket ? [] : [{ name: name(scenario), expirations: [], cors: rule ? [rule] : [] }],
  );
  const s3 = await startS3({ dir, buckets });
  const gateway = await startTestGateway([s3.service]);
  const recordings = readRecordings('s3/test_s3_cors').filter((recording) => Object.hasOwn(CORS, recording.name));
  const results = await Promise.all(
    recordings.map(async ({ name: scenario, date, content }): Promise<Result> => {
      const { bucket, preflights } = CORS[scenario]!;
      const path = `/${bucket ?? name(scenario)}/key`;
      const answers = Object.entries(preflights).map(async ([answer, headers]) => {
        const here = corsOf(await send(gateway.url, path, { method: 'OPTIONS', headers }));
        return compare(recordedCors(content[answer] as Json), here, new Map(), answer);
      });
      return { service: 's3', scenario, date, differences: (await Promise.all(answers)).flat() };
    }),
  );
  await gateway.stop();
  await s3.stop();
  removeDirectory(dir);
  return results;
}

const API: RestApiModel = {
  id: 'api',
  rootId: 'root',
  stage: 'stage',
  region: 'us-east-1',
  account: '000000000000',
  binaryMediaTypes: [],
  nodes: [
    { id: 'proxy', parentId: 'root', pathPart: '{proxy+}' },
    { id: 'hardcoded', parentId: 'root', pathPart: 'hardcoded' },
  ],
  methods: ['proxy', 'hardcoded'].map((resourceId) => ({ resourceId, httpMethod: 'ANY', functionArn: 'recorded' })),
  responses: [],
};

const PATHS: Readonly<Record<string, string>> = {
  'without-trailing-slash': '/proxy-value',
  'with-trailing-slash': '/proxy-value/',
  'with-double-slash': '/proxy-value//double-slash',
  'without-trailing-slash-and-query-params': '/proxy-value?urlparam=test',
  'with-trailing-slash-and-query-params': '/proxy-value/?urlparam=test',
  'with-path-encoded-email': '/proxy-value/api/user/test%2Balias@gmail.com/plus/test+alias@gmail.com',
  'with-params-encoding':
    '/proxy-value/api?dateTimeOffset=2023-06-12T18:05:10.123456+00:00&email=test%2Balias@gmail.com&plus=test+alias@gmail.com' +
    '&url=https://www.google.com/&whitespace=foo%20bar&zhash=abort/',
};

/** Removes the headers, most of which are added by CloudFront and by the client. */
function eventOf(event: Json): Json {
  const { headers: _, multiValueHeaders: __, ...rest } = event;
  return rest;
}

const ENCODED = Buffer.from('test-data').toString('base64');

/** Responses from a function, and the HTTP status that each one leads to. */
const RESPONSES: Readonly<Record<string, readonly [response: unknown, status: number]>> = {
  'no-body': [{ statusCode: 200 }, 200],
  'with-headers': [{ statusCode: 200, headers: { 'test-header': 'value', 'header-bool': true } }, 200],
  'with-headers-null': [{ statusCode: 200, headers: null }, 200],
  'wrong-format': [{ statusCode: 200, wrongValue: 'value' }, 502],
  'empty-response': [{}, 502],
  'b64-encoded-true': [{ statusCode: 200, body: ENCODED, isBase64Encoded: true }, 200],
  'b64-encoded-false': [{ statusCode: 200, body: ENCODED }, 200],
  'multi-headers-valid': [{ statusCode: 200, multiValueHeaders: { 'test-multi': ['value1', 'value2'] } }, 200],
  'multi-headers-overwrite': [
    { statusCode: 200, multiValueHeaders: { 'test-multi': ['value-multi'] }, headers: { 'test-multi': 'value-solo' } },
    200,
  ],
  'multi-headers-overwrite-casing': [
    { statusCode: 200, multiValueHeaders: { 'tesT-Multi': ['value-multi'] }, headers: { 'test-multi': 'value-solo' } },
    200,
  ],
  'multi-headers-invalid': [{ statusCode: 200, multiValueHeaders: { 'test-multi-invalid': 'value1' } }, 502],
  'invalid-status-code': [{ statusCode: 'test' }, 502],
  'status-code-str': [{ statusCode: '201' }, 201],
  'just-string': ['justAString', 502],
  'only-headers': [{ headers: { 'test-header': 'value' } }, 200],
};

/** Replays recorded requests to a proxy integration, and recorded responses from its function. */
export async function replayApi(): Promise<Result[]> {
  let respond: (event: unknown) => unknown = () => undefined;
  const invoke: Invoke = async (_, payload) => ({ payload: JSON.stringify(respond(JSON.parse(payload))) });
  const gateway = await startApiGateway({ api: API, port: 0, invoke, onFault: () => {} });
  const find = (name: string) => readRecordings('apigateway/test_apigateway_lambda').find((recording) => recording.name === name)!;

  const events = find('lambda_aws_proxy_integration');
  respond = (event) => ({ statusCode: 200, body: JSON.stringify(event) });
  const eventDifferences: Difference[] = [];
  for (const [name, path] of Object.entries(PATHS)) {
    const recorded = eventOf(events.content[`invocation-payload-${name}`] as Json);
    const { body } = await send(gateway.url, path, { headers: { 'User-Agent': 'python-requests/testing' } });
    eventDifferences.push(...compare(recorded, eventOf(JSON.parse(body) as Json), new Map(), name));
  }

  const responses = find('aws_proxy_response_payload_format_validation');
  const responseDifferences: Difference[] = [];
  for (const [name, [response, status]] of Object.entries(RESPONSES)) {
    respond = () => response;
    const { content, headers = {} } = responses.content[`invoke-api-${name}`] as { content: unknown; headers?: Record<string, string> };
    const answer = await send(gateway.url, '/test', { method: 'POST' });
    const own = Object.entries(headers).filter(([header]) => header.toLowerCase().startsWith('test-') || header === 'header-bool');
    const here = Object.fromEntries(own.map(([header]) => [header, answer.headers[header.toLowerCase()]]));
    responseDifferences.push(
      ...compare(
        { status, content, headers: Object.fromEntries(own) },
        { status: answer.status, content: answer.body, headers: here },
        new Map(),
        name,
      ),
    );
  }
  await gateway.stop();
  return [
    { service: 'apigateway', scenario: events.name, date: events.date, differences: eventDifferences },
    { service: 'apigateway', scenario: responses.name, date: responses.date, differences: responseDifferences },
  ];
}
