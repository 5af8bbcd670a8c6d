import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { AvatarError, type Client, ConnectionError, createClient, type Job, verifyWebhook } from '../src/index.ts';
import { PART_BYTES } from '../src/upload.ts';
import { answerJson, startServer, type TestServer } from './service.ts';

const JOB: Job = { target_rig: 'a renamed rig', text: 'Hi.', language: 'en-US', tts_params: { engine: 'polly' } };
const FILE = Buffer.alloc(300_000, 'pieces');

let server: TestServer | undefined;
afterEach(() => server?.close());

async function connect(answer: Parameters<typeof startServer>[0], options: object = {}) {
  server = await startServer(answer);
  return { client: createClient({ url: server.url, token: 'secret', ...options }), received: server.received };
}

const linkTo = (content: Buffer) => ({
  url: `${server!.url}/bucket`,
  expires_at: '',
  content_type: 'video/mp4',
  size: content.byteLength,
  sha256: createHash('sha256').update(content).digest('hex'),
});

it("allows a download's reader to pause for longer than the time limit", async () => {
  const { client } = await connect(
    ({ path }, response) => {
      if (path.endsWith('/bucket')) response.end(FILE);
      else answerJson(response, linkTo(FILE));
    },
    { timeout: 1_000 },
  );
  const seen: Uint8Array[] = [];
  for await (const piece of (await client.download('id')).stream) {
    if (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 1_500));
    seen.push(piece);
  }
  expect(Buffer.concat(seen).equals(FILE)).toBe(true);
});

it('fails a download that stalls, and clears the timer of a cancelled one', async () => {
  const { client } = await connect(
    ({ path }, response) => {
      if (path.endsWith('/bucket')) response.write(FILE.subarray(0, 10));
      else answerJson(response, linkTo(FILE));
    },
    { timeout: 1_000 },
  );
  await expect((await client.download('id')).bytes()).rejects.toThrow('The download stalled');
  const clear = vi.spyOn(globalThis, 'clearTimeout');
  const reader = (await client.download('id')).stream.getReader();
  await reader.read();
  const waiting = reader.read();
  clear.mockClear();
  await reader.cancel();
  expect(clear).toHaveBeenCalled();
  await waiting;
  clear.mockRestore();
});

it('times out when the body of a response stalls', async () => {
  const { client, received } = await connect((_, response) => response.write('{"actors":'), {
    timeout: 1_000,
    retries: 1,
  });
  const failure = await client.actors().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AvatarError);
  expect(String(failure)).toMatch(/did not respond within 1 s/);
  expect(received).toHaveLength(2);
});

it('retries opening a file and uploading when the connection breaks', async () => {
  let broken = 0;
  const { client, received } = await connect(({ path, method }, response) => {
    const upload = { method: 'PUT', url: `${server!.url}/bucket`, headers: {} };
    if (path.endsWith('/uploads')) answerJson(response, { upload, audio_url: 'https://bucket/file', expires_at: '' });
    else if (!path.endsWith('/bucket')) answerJson(response, linkTo(FILE));
    else if (broken++ % 2 === 0) response.destroy();
    else response.end(method === 'GET' ? FILE : undefined);
  });
  expect(await client.upload(new Uint8Array([1, 2]))).toBe('https://bucket/file');
  expect((await (await client.download('id')).bytes()).byteLength).toBe(FILE.byteLength);
  expect(received.filter(({ path }) => path.endsWith('/bucket'))).toHaveLength(4);
});

it.each<[string, number, (client: Client) => Promise<unknown>]>([
  ['a rotation', 2, ({ webhooks }) => webhooks.rotate()],
  ['a forced rotation', 1, ({ webhooks }) => webhooks.rotate({ force: true })],
  ['a replay', 1, ({ webhooks }) => webhooks.replay('id', 'on_success')],
  ['a new avatar', 1, ({ avatars }) => avatars.create(new Uint8Array([7]))],
])('sends %s at most %i times when responses are lost', async (_, times, send) => {
  const { client, received } = await connect((__, response) => response.destroy(), { retries: 1 });
  await expect(send(client)).rejects.toBeInstanceOf(ConnectionError);
  expect(received).toHaveLength(times);
});

it('sends a small avatar as a form, uploads a large one, and lists and removes them', async () => {
  const { client, received } = await connect(({ path, method }, response) => {
    const upload = { method: 'PUT', url: `${server!.url}/bucket`, headers: {} };
    if (path.endsWith('/uploads')) answerJson(response, { upload, audio_url: 'https://bucket/head', expires_at: '' });
    else if (path.endsWith('/bucket')) response.end();
    else if (method === 'DELETE') response.writeHead(204).end();
    else answerJson(response, method === 'GET' ? { avatars: [], limit: 20 } : { id: 'ada' });
  });
  expect(await client.avatars.create(new Uint8Array([7]), { name: 'Ada', sex: 'female', wait: false })).toEqual({ id: 'ada' });
  const { headers, body } = received[0]!;
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData();
  expect([form.get('name'), form.get('sex')]).toEqual(['Ada', 'female']);
  expect([...(await (form.get('avatar') as File).bytes())]).toEqual([7]);
  await client.avatars.create(new Uint8Array(PART_BYTES + 1), { name: 'Ada', wait: false });
  expect(JSON.parse(received.at(-1)!.body.toString())).toEqual({ name: 'Ada', avatar_url: 'https://bucket/head' });
  expect(await client.avatars.list()).toEqual({ avatars: [], limit: 20 });
  expect(await client.avatars.remove('ada')).toBeUndefined();
  expect(received.at(-1)).toMatchObject({ method: 'DELETE', path: '/v1/lipsync/avatars/ada' });
});

it('waits until a new avatar is imported, and sends its webhooks', async () => {
  const { client, received } = await connect(({ path, method }, response) => {
    if (path.includes('/status')) answerJson(response, { id: 'ada', status: 'succeeded', finished_at: '' });
    else answerJson(response, { id: 'ada', status: method === 'GET' ? 'succeeded' : 'queued' });
  });
  const web_hooks = { on_success: 'https://example.com/done' };
  expect(await client.avatars.create(new Uint8Array([7]), { web_hooks })).toEqual({ id: 'ada', status: 'succeeded' });
  const { headers, body } = received[0]!;
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData();
  expect(JSON.parse(form.get('web_hooks') as string)).toEqual(web_hooks);
  expect(received.map(({ path }) => path)).toEqual(['/v1/lipsync/avatars', '/v1/status?id=ada', '/v1/lipsync/avatars/ada']);
});

it("sends a deployment's own names", async () => {
  const { client, received } = await connect((_, response) => answerJson(response, { id: 'x', status: 'queued' }));
  await client.generate(JOB);
  expect(JSON.parse(received[0]!.body.toString())).toEqual(JOB);
});

it('reports a secret that is not base64', async () => {
  const headers = {
    'webhook-id': 'x',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AAAA',
  };
  await expect(verifyWebhook({ body: '{}', headers }, 'whsec_not base64!')).rejects.toThrow('The secret is not base64');
});
