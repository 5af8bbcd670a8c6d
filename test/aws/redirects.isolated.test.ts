import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import net, { type AddressInfo, type TcpNetConnectOpts } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchExternal, OutboundError, postExternal } from '#aws';
import { findBlockReason } from '../../layers/aws/outbound/guard.ts';
import { INSIDE, LOOPBACK } from './hostile-hosts.ts';

/** A public address. Connections to it are redirected to the server in this test. */
const PUBLIC = '93.184.215.14';

const HOSTILE = [...INSIDE, ...LOOPBACK];

/** Every kind of redirect. One kind is tried with all hosts. */
const REDIRECTS: [number, readonly string[]][] = [
  [302, HOSTILE],
  ...[301, 303, 307, 308].map((status): [number, readonly string[]] => [status, HOSTILE.slice(0, 5)]),
];

let server: Server;
/** Targets of the connections that were opened. */
let opened: string[] = [];
let asked: Pick<IncomingMessage, 'method' | 'url'>[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ method: request.method, url: request.url });
    const { searchParams } = new URL(request.url ?? '', 'http://host');
    const [status, location] = [searchParams.get('status'), searchParams.get('to')];
    if (location) response.writeHead(Number(status), { location: encodeURI(location) });
    response.end('voice');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { connect } = net;
  vi.spyOn(net, 'connect').mockImplementation(((options: TcpNetConnectOpts) => {
    opened.push(options.host ?? '');
    return connect(options.host === PUBLIC ? { ...options, host: '127.0.0.1', port } : options);
  }) as typeof net.connect);
});
afterAll(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
beforeEach(() => {
  opened = [];
  asked = [];
});

const WITHIN = { bytes: 100, timeout: 60_000 };
const fetchPublic = (url: string) => fetchExternal(url, 'public', WITHIN);
const postPublic = (url: string) => postExternal(url, 'public', { body: '{}', headers: {}, timeout: WITHIN.timeout });

/** Returns why a URL was blocked. If it is not a valid URL, it may also fail for that reason. */
const reasonOf = (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    () => 'it was reached',
    (error: Error) => (error instanceof OutboundError ? error.message : `not an OutboundError: ${error.message}`),
  );
const REFUSED = /is not a public address|contains credentials|redirects to an invalid URL|ERR_INVALID_URL/;

/** Returns the URL on the public server that redirects to a given host. */
const movedTo = (host: string, status: number): string =>
  `http://${PUBLIC}/?status=${status}&to=${encodeURIComponent(`http://${host}/latest/meta-data`)}`;

describe('a public host', () => {
  it('is reachable, for a recording and for a webhook', async () => {
    expect(Buffer.from(await fetchPublic(`http://${PUBLIC}/voice.wav`)).toString()).toBe('voice');
    expect(await postPublic(`http://${PUBLIC}/hook`)).toMatchObject({ status: 200 });
    expect(opened).toEqual([PUBLIC, PUBLIC]);
    expect(asked).toEqual([
      { method: 'GET', url: '/voice.wav' },
      { method: 'POST', url: '/hook' },
    ]);
    expect(findBlockReason(`http://${PUBLIC}/`, 'public')).toBeUndefined();
  });

  it.each([
    ...['', ':80', ':443', ':1024', ':3000', ':8080', ':8443', ':65535'].map((port) => [port, undefined]),
    ...[':22', ':25', ':442', ':1023', ':6379', ':6667', ':11211'].map((port) => [
      port,
      `the port ${port.slice(1)} belongs to another protocol`,
    ]),
  ])('with the port "%s" is blocked because %s', (port, why) => {
    expect(findBlockReason(`http://${PUBLIC}${port}/`, 'public')).toBe(why);
  });

  it('may redirect to itself', async () => {
    expect(Buffer.from(await fetchPublic(movedTo(PUBLIC, 302))).toString()).toBe('voice');
    expect(opened).toEqual([PUBLIC, PUBLIC]);
  });
});

describe(`each of ${HOSTILE.length} hostile hosts`, () => {
  it('is blocked', async () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(80);
    for (const host of HOSTILE) {
      expect(await reasonOf(fetchPublic(`http://${host}/`)), host).toMatch(REFUSED);
      expect(await reasonOf(postPublic(`http://${host}/`)), host).toMatch(REFUSED);
    }
    // Names are resolved, but no connection is opened.
    expect(opened.filter((host) => host !== 'localhost')).toEqual([]);
    expect(asked).toEqual([]);
  });

  it.each(REDIRECTS)('is blocked if a public host redirects to it with %i', async (status, hosts) => {
    for (const host of hosts) {
      expect(await reasonOf(fetchPublic(movedTo(host, status))), host).toMatch(REFUSED);
      // A redirect counts as a failed attempt to deliver the webhook, no matter where it points.
      expect(await postPublic(movedTo(host, status)), host).toMatchObject({ status });
    }
    expect(opened.filter((host) => host !== 'localhost')).toEqual(Array.from({ length: 2 * hosts.length }, () => PUBLIC));
    expect(asked).toHaveLength(2 * hosts.length);
  });
});
