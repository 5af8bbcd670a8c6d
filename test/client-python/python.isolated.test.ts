import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answerJson, startServer, type TestServer } from '@talking-avatar/client/testing';
import { afterEach, expect, it } from 'vitest';

const servers: TestServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function start(answer: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(answer);
  servers.push(server);
  return server;
}

/** Runs Python code that has a `client` for the service, and returns what it prints. */
async function python(url: string, lines: string): Promise<string> {
  const head = 'import sys, time\nfrom avatar_client import *\nclient = Client(sys.argv[1], "secret", retries=1)\n';
  const cwd = join(import.meta.dirname, '..', '..', 'packages', 'client-python');
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  return (await promisify(execFile)('python3', ['-c', head + lines, url], { cwd, env })).stdout.trim();
}

it('does not follow a redirect with the token', async () => {
  const other = await start((_, response) => answerJson(response, { actors: [] }));
  const { url } = await start((_, response) => response.writeHead(302, { location: other.url }).end());
  const lines = 'try: print(client.actors())\nexcept ServiceError as error: print(error.body["code"])';
  expect(await python(url, lines)).toBe('302');
  expect(other.received).toHaveLength(0);
});

it('retries uploads and downloads when the connection breaks, and accepts any bytes', async () => {
  let broken = 0;
  const { url, received } = await start(({ path, method }, response) => {
    const target = { method: 'PUT', url: `${url}/bucket`, headers: {} };
    const sha256 = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';
    const link = { url: `${url}/bucket`, content_type: 'text/csv', size: 3, sha256 };
    if (path.endsWith('/uploads')) answerJson(response, { upload: target, audio_url: 'https://bucket/file' });
    else if (!path.endsWith('/bucket')) answerJson(response, link);
    else if (broken++ % 2 === 0) response.destroy();
    else response.end(method === 'GET' ? 'foo' : undefined);
  });
  const lines = 'print(client.upload(memoryview(bytearray(b"abc"))), client.download("x").read())';
  expect(await python(url, lines)).toBe("https://bucket/file b'foo'");
  expect(received.filter(({ method }) => method === 'PUT').map(({ body }) => String(body))).toContain('abc');
});

it('creates, lists, and removes avatars', async () => {
  const { url, received } = await start(({ method }, response) => {
    if (method === 'DELETE') response.writeHead(204).end();
    else answerJson(response, { id: 'ada' });
  });
  const lines = 'print(client.avatars.create(bytearray(b"glTF"), name="Ada", wait=False), client.avatars.list())';
  expect(await python(url, `${lines}\nclient.avatars.remove("ada")`)).toBe("{'id': 'ada'} {'id': 'ada'}");
  const { headers, body } = received[0]!;
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData();
  expect([form.get('name'), await (form.get('avatar') as File).text()]).toEqual(['Ada', 'glTF']);
  expect(received.map(({ method }) => method)).toEqual(['POST', 'GET', 'DELETE']);
});

it('waits until a new avatar is imported, and sends its webhooks', async () => {
  const { url, received } = await start(({ path }, response) =>
    answerJson(response, { id: 'ada', status: path.includes('/avatars') ? 'queued' : 'succeeded', finished_at: '' }),
  );
  expect(await python(url, 'print(client.avatars.create(b"glTF", web_hooks={"on_fail": "https://x.org"})["id"])')).toBe('ada');
  const { headers, body } = received[0]!;
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData();
  expect(JSON.parse(form.get('web_hooks') as string)).toEqual({ on_fail: 'https://x.org' });
  expect(received.map(({ path }) => path.replace('/v1', ''))).toEqual(['/lipsync/avatars', '/status?id=ada', '/lipsync/avatars/ada']);
});

it.each([
  ['a rotation', 2, 'webhooks.rotate()'],
  ['a forced rotation', 1, 'webhooks.rotate(force=True)'],
  ['a replay', 1, 'webhooks.replay("id", "on_success")'],
  ['a new avatar', 1, 'avatars.create(b"glTF")'],
])('sends %s %i times at most if responses are lost', async (_, times, call) => {
  const { url, received } = await start((__, response) => response.destroy());
  const lines = `try: client.${call}\nexcept NoAnswerError: print("no answer")`;
  expect(await python(url, lines)).toBe('no answer');
  expect(received).toHaveLength(times);
});

it.each(["''", "'whsec_'", '[]', "['']", "['whsec_AAAA', 'whsec_']", 'None'])(
  'does not accept the empty webhook secret %s',
  async (secret) => {
    const lines = `import base64, hashlib, hmac
stamp = str(int(time.time()))
signature = "v1," + base64.b64encode(hmac.new(b"", f"m.{stamp}.".encode() + b"{}", hashlib.sha256).digest()).decode()
headers = {"webhook-id": "m", "webhook-timestamp": stamp, "webhook-signature": signature}
try: print(verify_webhook(b"{}", headers, ${secret}))
except ValueError as error: print(str(error)[:14])`;
    expect(await python('http://127.0.0.1:1', lines)).toBe('The secret is');
  },
);

it('rejects a webhook whose signature is not text', async () => {
  const headers = '{"webhook-id": "x\\udcff", "webhook-timestamp": str(int(time.time())), "webhook-signature": "v1,\\udcff"}';
  const lines = `try: verify_webhook(b"{}", ${headers}, "whsec_AAAA")\nexcept WebhookSignatureError: print("refused")`;
  expect(await python('http://127.0.0.1:1', lines)).toBe('refused');
});

it('rejects a webhook with an endless timestamp', async () => {
  const headers = '{"webhook-id": "x", "webhook-timestamp": "9" * 400, "webhook-signature": "v1,AAAA"}';
  const lines = `try: verify_webhook(b"{}", ${headers}, "whsec_AAAA")\nexcept WebhookSignatureError: print("refused")`;
  expect(await python('http://127.0.0.1:1', lines)).toBe('refused');
});
