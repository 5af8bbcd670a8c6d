import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refused, type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { LIMITS } from '../../layers/contract/index.ts';
import { encodeWav } from '../../layers/speech/index.ts';
import { startService, type TestService, tinyJob } from './service.ts';

let service: TestService;
let client: Service;
let server: Server;
let origin: string;

const hum = encodeWav({
  samples: Float32Array.from({ length: 8_000 }, (_, n) => 0.3 * Math.sin(n / 10)),
  sampleRate: 16_000,
});

/** What the client's machine answers by path. */
const ANSWERS: Record<string, RequestListener> = {
  '/voice.wav': (_, response) => response.end(hum),
  '/loris': (_, response) => {
    response.writeHead(200, { 'content-length': '1000000' });
    const timer = setInterval(() => response.write('x'), 200);
    response.on('close', () => clearInterval(timer));
  },
  '/endless': (_, response) => {
    const chunk = Buffer.alloc(1 << 20);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/bomb': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000_000), { level: 1 })),
  '/huge': (_, response) => {
    response.writeHead(200, { 'content-length': String(10_000_000_000) });
    response.write('RIFF');
  },
  '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
};

beforeAll(async () => {
  service = await startService();
  client = await service.as('acme');
  server = createServer((request, response) => ANSWERS[request.url ?? '']?.(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await service.end();
  server.closeAllConnections();
  server.close();
});

const withAudio = (audio_url: string) => submit(client, { ...tinyJob, audio_url });

// Each waits for a machine of its own.
describe.concurrent('a recording', () => {
  it('is fetched from an ordinary host', async () => {
    const ended = await watch(client, await withAudio(`${origin}/voice.wav`));
    expect(ended.error?.title).not.toBe('Recording not reachable');
  });

  it.each([
    ['/endless', new RegExp(`larger than ${LIMITS.audioBytes} bytes`)],
    ['/huge', new RegExp(`larger than ${LIMITS.audioBytes} bytes`)],
    ['/inside', /169\.254\.169\.254 is not a public address/],
  ])('from %s ends the job with the reason', async (path, reason) => {
    const ended = await watch(client, await withAudio(`${origin}${path}`));
    expect(ended).toMatchObject({ status: 'failed', error: { title: 'Recording not reachable', code: 400 } });
    expect(ended.error?.message).toMatch(reason);
  });

  it('that is packed is not unpacked', async () => {
    const ended = await watch(client, await withAudio(`${origin}/bomb`));
    expect(ended).toMatchObject({ status: 'failed', error: { code: 400 } });
  });

  it('that trickles holds up no other job', async () => {
    const slow = await withAudio(`${origin}/loris`);
    while ((await statusOf(client, slow)).status === 'queued') await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await watch(client, await submit(client, tinyJob))).status).toBe('succeeded');
    expect((await statusOf(client, slow)).status).toBe('running');
    await fetch(`${client.url}/lipsync/cancel?id=${slow}&token=${client.token}`, { method: 'POST' });
  });
});

/** Inside addresses in every spelling that a URL has for them, with ways around a check that looks at the text. */
const HOSTILE = [
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.127.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '192.0.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.254',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '0xa9.0xfe.0xa9.0xfe',
  '169.16689662',
  '167772161',
  '0x0a000001',
  '012.0.0.1',
  '10.1',
  '192.168.257',
  '0',
  '0xc0a80001',
  '3232235521',
  '169.254.43518',
  '１６９.254.169.254',
  '169。254。169。254',
  '%31%30.0.0.1',
  '10.0.0.1.',
  '[::]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fdff::1]',
  '[fe80::1]',
  '[fe90::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:c0a8:1]',
  '[0:0:0:0:0:ffff:0a00:0001]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::1]',
  '[2002:a9fe:a9fe::1]',
  '[2001:db8::1]',
  '[2001::1]',
  '[3fff::1]',
  '[100::1]',
  '[::169.254.169.254]',
  '[5f00::1]',
  'user:secret@example.com',
  'example.com@169.254.169.254',
  '169.254.169.254:80',
  '10.0.0.1:443',
  '192.168.1.1:8080',
];

describe('an inside address', () => {
  it(`in ${HOSTILE.length} spellings is refused at once, as a recording and as a webhook`, async () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
    const tries = HOSTILE.map((host) => `http://${host}/latest/meta-data`).flatMap((url) => [
      { url, named: { audio_url: url } },
      { url, named: { web_hooks: { on_success: url } } },
    ]);
    const tryAll = async () => {
      for (let one = tries.pop(); one; one = tries.pop()) {
        const { url, named } = one;
        const refusal = await submit(client, { ...tinyJob, ...named }).then(
          () => `${url} was accepted`,
          (error: unknown) => (error instanceof Refused ? error.body : `${error}`),
        );
        expect(refusal, url).toMatchObject({ code: 400, title: 'Invalid job specification' });
        expect((refusal as { message: string }).message).toMatch(
          /^(audio_url|web_hooks\.on_success): .*(is not a public address|carries credentials|URL)/,
        );
      }
    };
    await Promise.all(Array.from({ length: 4 }, tryAll));
  });

  it.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_',
    'ftp://example.com/a',
    'dict://10.0.0.1/',
    'data:,x',
    'javascript:1',
  ])('%s is refused for its scheme', async (url) => {
    for (const named of [{ audio_url: url }, { web_hooks: { on_success: url } }]) {
      await expect(submit(client, { ...tinyJob, ...named })).rejects.toMatchObject({ body: { code: 400 } });
    }
  });
});
