import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchExternal, OutboundError } from '#aws';

const LIMITS = { bytes: 1_000, timeout: 2_000 };

let server: Server;
let origin: string;

/** Responses of the test host, by path. */
const ANSWERS: Record<string, RequestListener> = {
  '/ok': (_, response) => response.end('sound'),
  '/large': (_, response) => response.end('x'.repeat(1_001)),
  '/endless': (_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(100)), 5);
    response.on('close', () => clearInterval(timer));
  },
  '/silent': () => {},
  '/missing': (_, response) => response.writeHead(404).end('no'),
  '/once': (_, response) => response.writeHead(302, { location: '/ok' }).end(),
  '/round': (_, response) => response.writeHead(302, { location: '/round' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
};

beforeAll(async () => {
  server = createServer((request, response) => ANSWERS[request.url ?? '']?.(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const fetchLocal = async (path: string) => Buffer.from(await fetchExternal(`${origin}${path}`, 'public-and-loopback', LIMITS)).toString();

const refusal = (url: string, reach: 'public' | 'public-and-loopback' = 'public') =>
  fetchExternal(url, reach, LIMITS).then(
    () => 'fetched',
    (error: unknown) => (error instanceof OutboundError ? error.message : `no OutboundError: ${error}`),
  );

describe("fetching a client's URL", () => {
  it('returns the bytes, even after a redirect', async () => {
    expect(await fetchLocal('/ok')).toBe('sound');
    expect(await fetchLocal('/once')).toBe('sound');
  });

  it.each([
    ['/large', /larger than 1000 bytes/],
    ['/endless', /larger than 1000 bytes/],
    ['/silent', /took too long/],
    ['/missing', /returned 404/],
    ['/round', /more than 3 redirects/],
    ['/inside', /169\.254\.169\.254 is not a public address/],
    ['/file', /file: is not http/],
  ])('fails at %s with the reason', async (path, reason) => {
    expect(await refusal(`${origin}${path}`, 'public-and-loopback')).toMatch(reason);
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/',
    'http://[fd00:ec2::254]/',
    'http://localhost/',
  ])('does not connect to %s', async (url) => {
    expect(await refusal(url)).toMatch(/not a public address/);
  });

  it('does not send credentials or use other protocols', async () => {
    expect(await refusal('http://user:secret@example.com/')).toMatch(/credentials/);
    expect(await refusal('ftp://example.com/')).toMatch(/not http/);
  });
});
