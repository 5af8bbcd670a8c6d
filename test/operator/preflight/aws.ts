import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Simulates the AWS operations that the preflight calls, using recorded responses. The keys of a recording are the names of the AWS
 * operations. If an operation is called more than once, its name is followed by the argument that tells the calls apart. The values are the
 * output of the AWS CLI. `$error` is an error from the service, and `$page` is an HTML page from a proxy. Responses use the protocol of
 * each service, so that SDK clients can read them.
 */
export type Recording = Record<string, unknown>;

interface RecordedError {
  $error: string;
  status: number;
  message: string;
}

export const readRecording = (account: string): Recording =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'accounts', `${account}.json`), 'utf8')) as Recording;

export interface RecordedAws {
  url: string;
  /** Operations that have been called. */
  calls: string[];
  close: () => void;
}

export async function serve(recording: Recording): Promise<RecordedAws> {
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const call = await read(request);
    calls.push(call.operation);
    const key = call.arguments.map((one) => `${call.operation} ${one}`).find((one) => one in recording) ?? call.operation;
    const answer = recording[key];
    if (answer === undefined) throw new Error(`The recording does not have ${key}`);
    const { $page } = answer as { $page?: string };
    if ($page) return void response.writeHead(403, { 'content-type': 'text/html' }).end($page);
    const { status, body } = write(call, answer as object);
    const headers = { 'content-type': call.protocol === 'query' ? 'text/xml' : 'application/json' };
    const { $error } = answer as Partial<RecordedError>;
    response.writeHead(status, { ...headers, ...($error && { 'x-amzn-errortype': $error }) }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the environment variables that make the AWS SDK use the recording. */
export const environmentOf = ({ url }: RecordedAws): Record<string, string> => ({
  AWS_ENDPOINT_URL: url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'operator',
  AWS_SECRET_ACCESS_KEY: 'secret',
});

interface Call {
  operation: string;
  arguments: string[];
  protocol: 'json' | 'query';
  ec2: boolean;
}

const PATHS: Readonly<Record<string, string>> = {
  '/2016-08-19/account-settings': 'GetAccountSettings',
  '/2015-03-31/functions': 'ListFunctions',
  '/account': 'GetAccount',
  '/v1/voices': 'DescribeVoices',
};

async function read(request: IncomingMessage): Promise<Call> {
  const body = await text(request);
  const target = request.headers['x-amz-target'];
  if (typeof target === 'string') {
    const operation = target.split('.').at(-1)!;
    const values = Object.values(JSON.parse(body) as object).map(String);
    return { operation, arguments: values, protocol: 'json', ec2: false };
  }
  const path = new URL(request.url ?? '/', 'http://aws').pathname.replace(/\/$/, '');
  const renderer = /^\/2019-09-30\/functions\/([^/]+)\/concurrency$/.exec(path)?.[1];
  if (renderer) return { operation: 'GetFunctionConcurrency', arguments: [renderer], protocol: 'json', ec2: false };
  const known = PATHS[path];
  if (known) return { operation: known, arguments: [], protocol: 'json', ec2: false };
  const form = new URLSearchParams(body);
  const values = [...form.values()];
  return {
    operation: form.get('Action') ?? path,
    arguments: values,
    protocol: 'query',
    ec2: form.get('Version') === '2016-11-15',
  };
}

function write({ operation, protocol, ec2 }: Call, answer: object): { status: number; body: string } {
  const { $error, status = 200, message = '' } = answer as Partial<RecordedError>;
  if (protocol === 'json') {
    const body = $error ? { __type: $error, message } : answer;
    return { status, body: JSON.stringify(body) };
  }
  if ($error) {
    const error = `<Code>${$error}</Code><Message>${message}</Message>`;
    const body = ec2
      ? `<Response><Errors><Error>${error}</Error></Errors><RequestID>1</RequestID></Response>`
      : `<ErrorResponse><Error><Type>Sender</Type>${error}</Error></ErrorResponse>`;
    return { status, body };
  }
  const content = ec2 ? ec2Xml(answer) : `<${operation}Result>${queryXml(answer)}</${operation}Result>`;
  return { status, body: `<${operation}Response>${content}</${operation}Response>` };
}

/** Formats a value in the query protocol, where the elements of a list are named `member`. */
function queryXml(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => `<member>${queryXml(one)}</member>`).join('');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `<${name}>${name === 'Attributes' ? mapXml(one as object) : queryXml(one)}</${name}>`)
    .join('');
}

/** Formats a map in the query protocol, where the elements of a map are named `entry`. */
const mapXml = (map: object): string =>
  Object.entries(map)
    .map(([key, value]) => `<entry><key>${key}</key><value>${value}</value></entry>`)
    .join('');

/**
 * Formats a value for EC2, where the elements of a list are named `item` and the name of the list ends in Set, for example `subnetSet` for
 * `Subnets`.
 */
function ec2Xml(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => `<item>${ec2Xml(one)}</item>`).join('');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, one]) => {
      const small = name[0]!.toLowerCase() + name.slice(1);
      const tag = Array.isArray(one) ? `${small.replace(/s$/, '')}Set` : small;
      return `<${tag}>${ec2Xml(one)}</${tag}>`;
    })
    .join('');
}
