import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ServiceError } from '@talking-avatar/client';
import { type JobStatusView, LIMITS } from '@talking-avatar/contract';
import { encodeWav } from '@talking-avatar/speech';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { INSIDE } from '../aws/hostile-hosts.ts';
import { sharedService, type TestService, tinyJob } from './service.ts';

let service: TestService;
let client: Service;
let server: Server;
let origin: string;

const hum = encodeWav({
  samples: Float32Array.from({ length: 8_000 }, (_, n) => 0.3 * Math.sin(n / 10)),
  sampleRate: 16_000,
});

/** Responses from the client's server, by path. */
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
  '/bomb': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000_000), { level: 1 })),
  '/huge': (_, response) => {
    response.writeHead(200, { 'content-length': String(10_000_000_000) });
    response.write('RIFF');
  },
};

/** Internal addresses that redirects must not lead to. Every way of writing them is covered by test/aws/redirects. */
const MOVED = ['169.254.169.254', '0x0a000001', '[::ffff:a9fe:a9fe]'];
for (const [index, host] of MOVED.entries())
  ANSWERS[`/moved/${index}`] = (_, response) => response.writeHead(302, { location: `http://${host}/` }).end();

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('hostile');
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

// These tests run concurrently, because each of them waits for a different server.
describe.concurrent('a recording', () => {
  it('is downloaded from an ordinary host', async () => {
    const ended = await watch(client, await withAudio(`${origin}/voice.wav`));
    expect(ended.error?.title).not.toBe('Recording not reachable');
  });

  it.each([
    ['/endless', new RegExp(`larger than ${LIMITS.audioBytes} bytes`)],
    ['/huge', new RegExp(`larger than ${LIMITS.audioBytes} bytes`)],
  ])('from %s fails the job with the reason', async (path, reason) => {
    const ended = await watch(client, await withAudio(`${origin}${path}`));
    expect(ended).toMatchObject({ status: 'failed', error: { title: 'Recording not reachable', code: 400 } });
    expect(ended.error?.message).toMatch(reason);
  });

  it.each(MOVED)('fails the job with the reason if it redirects to %s', async (host) => {
    const ended = await watch(client, await withAudio(`${origin}/moved/${MOVED.indexOf(host)}`));
    expect(ended).toMatchObject({ status: 'failed', error: { title: 'Recording not reachable', code: 400 } });
    expect(ended.error?.message).toMatch(/is not a public address/);
  });

  it('is not decompressed if it is sent compressed', async () => {
    const ended = await watch(client, await withAudio(`${origin}/bomb`));
    expect(ended).toMatchObject({ status: 'failed', error: { code: 400 } });
  });

  it('does not delay other jobs if it is sent slowly', async () => {
    const slow = await withAudio(`${origin}/loris`);
    await vi.waitUntil(async () => (await statusOf(client, slow)).status !== 'queued', { timeout: 120_000, interval: 200 });
    expect((await watch(client, await submit(client, tinyJob))).status).toBe('succeeded');
    expect((await statusOf(client, slow)).status).toBe('running');
    await fetch(`${client.url}/lipsync/cancel?id=${slow}&token=${client.token}`, { method: 'POST' });
  });
});

describe('a request', () => {
  it('does not delay others if it arrives slowly, even over many connections', async () => {
    const { hostname, port } = new URL(client.url);
    const sockets = Array.from({ length: 100 }, () => connect(Number(port), hostname).on('error', () => {}));
    const line = 'POST /lipsync/generate HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n';
    let sent = 0;
    const timer = setInterval(() => {
      // Half of the requests never finish their headers.
      for (const [index, socket] of sockets.entries()) socket.write(line[sent % (index % 2 ? 20 : line.length)] ?? 'x');
      sent += 1;
    }, 20);
    expect((await watch(client, await submit(client, tinyJob))).status).toBe('succeeded');
    expect(sent).toBeGreaterThan(10);
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  });

  it('is cut off if its body is endless', async () => {
    const { hostname, port } = new URL(client.url);
    // fetch() would not work here, because it keeps sending a body that is no longer being read.
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    const head = ['POST /lipsync/generate HTTP/1.1', 'host: x', `authorization: Bearer ${client.token}`];
    socket.write(`${[...head, 'content-type: application/json', 'transfer-encoding: chunked'].join('\r\n')}\r\n\r\n`);
    const piece = `${(1 << 20).toString(16)}\r\n${' '.repeat(1 << 20)}\r\n`;
    // After responding, the gateway keeps reading for a moment. The timeout of the test bounds this loop.
    while (!socket.destroyed) {
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
    }
    await closed;
    // Some clients receive the response, and others only see the connection close.
    expect(answer).toMatch(/^$|^HTTP\/1.1 413 /);
  });

  it('is rejected if it asks for a 10 GB upload', async () => {
    const answer = await fetch(`${client.url}/lipsync/uploads?token=${client.token}`, {
      method: 'POST',
      body: JSON.stringify({ size: 10_000_000_000 }),
    });
    expect([400, 413]).toContain(answer.status);
  });
});

describe('a webhook', () => {
  it('does not follow redirects', async () => {
    const id = await submit(client, { ...tinyJob, web_hooks: { on_success: `${origin}/moved/0` } });
    await watch(client, id);
    let log: JobStatusView['webhooks'][number]['log'] = [];
    while (log.length === 0) ({ log } = (await statusOf(client, id)).webhooks[0]!);
    expect(log[0]).toMatchObject({ status: 302, reason: 'the receiver returned 302' });
  });
});

describe('an internal address', () => {
  it(`is rejected on submission in all ${INSIDE.length} spellings, as a recording and as a webhook`, async () => {
    expect(INSIDE.length).toBeGreaterThanOrEqual(60);
    const tries = INSIDE.map((host) => `http://${host}/latest/meta-data`).flatMap((url) => [
      { url, named: { audio_url: url } },
      { url, named: { web_hooks: { on_success: url } } },
    ]);
    const tryAll = async () => {
      for (let one = tries.pop(); one; one = tries.pop()) {
        const { url, named } = one;
        const refusal = await submit(client, { ...tinyJob, ...named }).then(
          () => `${url} was accepted`,
          (error: unknown) => (error instanceof ServiceError ? error.body : `${error}`),
        );
        expect(refusal, url).toMatchObject({ code: 400, title: 'Invalid job specification' });
        expect((refusal as { message: string }).message).toMatch(
          /^(audio_url|web_hooks\.on_success): .*(is not a public address|contains credentials|URL)/,
        );
      }
    };
    await Promise.all(Array.from({ length: 4 }, tryAll));
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1:6379/_', 'ftp://example.com/a', 'dict://10.0.0.1/', 'data:,x', 'javascript:1'])(
    '%s is rejected because of its scheme',
    async (url) => {
      for (const named of [{ audio_url: url }, { web_hooks: { on_success: url } }]) {
        await expect(submit(client, { ...tinyJob, ...named })).rejects.toMatchObject({ body: { code: 400 } });
      }
    },
  );
});
