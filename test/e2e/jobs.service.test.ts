import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { jobStatusSchema, LANGUAGES, timelineSchema } from '@talking-avatar/contract';
import { createEmbeddedEngine, decodeWav, encodeWav } from '@talking-avatar/speech';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

let service: TestService;
let client: Service;

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('jobs');
});
afterAll(() => service.end());

const TEXT = 'Maybe Bob and Pam will buy a big map. My puppy hops!';
const job = { target_rig: 'metahuman', text: TEXT, language: 'en-US', output: { type: 'csv' } };

const text = async (id: string, artifact?: string) => Buffer.from(await download(client, id, artifact)).toString();

/** Requests a URL with only these headers. `fetch` would add `Accept-Encoding` and decode the body. */
async function send(url: string, headers: Record<string, string>): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  return { headers: response.headers, body: await buffer(response) };
}

/** Returns the header and the cells of a CSV. */
async function rows(id: string): Promise<string[][]> {
  return (await text(id))
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
}

describe('a text job', () => {
  let id: string;

  it('is queued, runs, and succeeds', async () => {
    id = await submit(client, job);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const progress: number[] = [];
    const ended = await watch(client, id, (seen) => progress.push(seen.progress));
    expect(ended).toMatchObject({
      status: 'succeeded',
      progress: 1,
      error: null,
      output: { type: 'csv', engine: 'embedded' },
    });
    expect(ended.output.artifacts?.toSorted()).toEqual(['a2f', 'audio', 'captions', 'result', 'timeline']);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(v.is(jobStatusSchema, ended)).toBe(true);
    expect(ended.created_at <= ended.started_at! && ended.started_at! <= ended.finished_at!).toBe(true);
  });

  it('creates a CSV with 61 Live Link Face columns and 251 curves, as long as its audio', async () => {
    const [header, ...frames] = await rows(id);
    expect(header).toHaveLength(2 + 61 + 251);
    expect(new Set(frames.map((cells) => cells.length))).toEqual(new Set([2 + 61 + 251]));
    const audio = decodeWav(await download(client, id, 'audio'));
    const seconds = audio.samples.length / audio.sampleRate;
    expect(frames.length / 60).toBeGreaterThan(seconds - 0.1);
    expect(frames.length / 60).toBeLessThan(seconds + 1);
  });

  it('closes the lips on every p, b, and m in its timeline', async () => {
    const timeline = v.parse(timelineSchema, JSON.parse(await text(id, 'timeline')));
    const [header = [], ...frames] = await rows(id);
    const column = (name: string) => header.findIndex((cell) => cell.toLowerCase() === name);
    const [open, close, press, roll] = ['jawopen', 'mouthclose', 'mouthpressleft', 'mouthrolllower'].map(column) as [
      number,
      number,
      number,
      number,
    ];
    const closures = timeline.phones.filter(({ symbol }) => /^[pbm]/.test(symbol));
    expect(closures.length).toBeGreaterThanOrEqual(12);
    for (const { symbol, start, end } of closures) {
      const during = frames.slice(Math.max(0, Math.floor((start - 0.08) * 60)), Math.ceil((end + 0.02) * 60));
      const closed = during.some((cells) => {
        const [jaw, lips, pressed, rolled] = [open, close, press, roll].map((index) => Number(cells[index])) as [
          number,
          number,
          number,
          number,
        ];
        return lips >= 0.9 * jaw && (jaw < 0.05 || lips > 0.05) && pressed + rolled > 0;
      });
      expect({ symbol, start, closed }).toEqual({ symbol, start, closed: true });
    }
  });

  it("creates captions with the text's words", async () => {
    const captions = await text(id, 'captions');
    expect(captions).toMatch(/^WEBVTT\n/);
    expect(captions.replace(/\s+/g, ' ')).toContain('My puppy hops!');
  });

  it('can return a description with a checksum instead of a download', async () => {
    const response = await fetch(`${client.url}/lipsync/download?id=${id}&format=json&token=${client.token}`);
    const place = (await response.json()) as {
      url: string;
      expires_at: string;
      content_type: string;
      size: number;
      sha256: string;
    };
    expect(Object.keys(place).sort()).toEqual(['content_type', 'expires_at', 'sha256', 'size', 'url']);
    const bytes = new Uint8Array(await (await fetch(place.url)).arrayBuffer());
    expect(bytes.byteLength).toBe(place.size);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(place.sha256);
    expect(Date.parse(place.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  });

  it('is downloaded through a redirect to a file with the right name and media type', async () => {
    const response = await fetch(`${client.url}/download?id=${id}&token=${client.token}`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('vary')).toBe('Accept-Encoding, Range');
    const file = await fetch(response.headers.get('location')!);
    expect(file.headers.get('content-type')).toBe('text/csv');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="speech_1_${id.slice(0, 8)}.csv"`);
    const tampered = response.headers.get('location')!.replace(
      id,
      id.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
    expect((await fetch(tampered)).status).toBe(403);
  });

  it('is sent compressed to clients that accept gzip, and plain to all others', async () => {
    const link = `${client.url}/download?id=${id}&token=${client.token}`;
    const plain = Buffer.from(await text(id));
    /** Returns the file exactly as it was sent, without decoding it. */
    const sent = async (url: string, headers: Record<string, string>) => {
      const redirect = await send(url, headers);
      const { headers: got, body } = redirect.headers.location ? await send(redirect.headers.location, headers) : redirect;
      return { encoding: got['content-encoding'], type: got['content-type'], range: got['content-range'], body };
    };
    const accepted = await sent(link, { 'accept-encoding': 'br;q=1.0, gzip;q=0.8' });
    expect(accepted).toMatchObject({ encoding: 'gzip', type: 'text/csv' });
    expect(accepted.body.byteLength).toBeLessThan(plain.byteLength / 5);
    expect(gunzipSync(accepted.body).equals(plain)).toBe(true);
    for (const headers of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0, br' }]) {
      const { encoding, body } = await sent(link, headers);
      expect(encoding).toBeUndefined();
      expect(body.equals(plain)).toBe(true);
    }
    const part = await sent(link, { 'accept-encoding': 'gzip', range: 'bytes=100-199' });
    expect(part).toMatchObject({ encoding: undefined, range: `bytes 100-199/${plain.byteLength}` });
    expect(part.body.equals(plain.subarray(100, 200))).toBe(true);
  });

  it('has a compressed URL in its description only on request, since another program may read it', async () => {
    const place = async (more: string) => (await fetch(`${client.url}/download?id=${id}&format=json&token=${client.token}${more}`)).json();
    const [plain, compressed] = [await place(''), await place('&encoding=gzip')] as { url: string; size: number }[];
    expect({ ...compressed, url: '', expires_at: '' }).toEqual({ ...plain, url: '', expires_at: '' });
    expect((await send(plain!.url, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
    expect((await send(compressed!.url, {})).headers['content-encoding']).toBe('gzip');
    expect(await place('&encoding=br')).toMatchObject({ code: 400, message: 'encoding: must be "gzip", got "br"' });
  });

  it('produces the same bytes when it is submitted again', async () => {
    const again = await submit(client, job);
    await watch(client, again);
    expect(await text(again)).toBe(await text(id));
  });

  it("is listed among its account's jobs, newest first, in pages", async () => {
    const page = async (query: string) =>
      (await (await fetch(`${client.url}/status?token=${client.token}&${query}`)).json()) as {
        jobs: { id: string; created_at: string }[];
        cursor: string | null;
      };
    const all = await page('limit=100');
    expect(all.jobs.map((one) => one.id)).toContain(id);
    expect(all.jobs.map((one) => one.created_at)).toEqual(
      all.jobs
        .map((one) => one.created_at)
        .toSorted()
        .toReversed(),
    );
    const first = await page('limit=1');
    const second = await page(`limit=1&cursor=${first.cursor}`);
    expect([first.jobs[0]?.id, second.jobs[0]?.id]).toEqual(all.jobs.slice(0, 2).map((one) => one.id));
    expect((await page('status=failed')).jobs).toEqual([]);
  });
});

describe('a recording job', () => {
  const transcript = 'People may be pleased by my beautiful moving mouth.';
  let recording: Uint8Array;

  beforeAll(async () => {
    const speaker = createEmbeddedEngine();
    const { audio } = await speaker.speak({ text: transcript, language: 'en-GB', sex: 'male', speed: 0.9 });
    recording = encodeWav(audio);
  });

  const checkCsv = async (id: string) => {
    const [header, ...frames] = await rows(id);
    expect(header).toHaveLength(2 + 61);
    expect(frames.length).toBeGreaterThan(120);
    const timeline = v.parse(timelineSchema, JSON.parse(await text(id, 'timeline')));
    expect(timeline.words.map((word) => word.text.replace(/\W/g, ''))).toEqual(transcript.replace('.', '').split(' '));
  };

  const animation = { ...job, target_rig: 'arkit', text: transcript };

  it('accepts the recording as part of the request', async () => {
    const id = await submit(client, animation, recording);
    expect((await watch(client, id)).status).toBe('succeeded');
    await checkCsv(id);
  });

  it('accepts a recording that was uploaded beforehand', async () => {
    const asked = await fetch(`${client.url}/lipsync/uploads?token=${client.token}`, {
      method: 'POST',
      body: JSON.stringify({ size: recording.byteLength, content_type: 'audio/wav' }),
    });
    const { upload, audio_url } = (await asked.json()) as {
      upload: { method: string; url: string; headers: Record<string, string> };
      audio_url: string;
    };
    await expect(submit(client, { ...animation, audio_url })).rejects.toThrow('nothing has been uploaded there yet');
    const put = await fetch(upload.url, {
      method: upload.method,
      headers: upload.headers,
      body: recording as Uint8Array<ArrayBuffer>,
    });
    expect(put.status).toBe(200);
    const id = await submit(client, { ...animation, audio_url });
    expect((await watch(client, id)).status).toBe('succeeded');
    await checkCsv(id);

    const stranger = await service.as('visitor');
    await expect(submit(stranger, { ...animation, audio_url })).rejects.toThrow(/400/);
  });

  it('fails with a reason if the part is not audio, and counts against the quota', async () => {
    const id = await submit(client, animation, Buffer.from('this is not audio at all'));
    const ended = await watch(client, id);
    expect(ended.status).toBe('failed');
    expect(ended.error).toMatchObject({ code: 400, message: expect.stringContaining('audio') });
    const answer = await fetch(`${client.url}/download?id=${id}&token=${client.token}`);
    expect(answer.status).toBe(410);
  });

  it('fails with a reason if the URL cannot be downloaded', async () => {
    const id = await submit(client, { ...animation, audio_url: 'http://127.0.0.1:1/voice.wav' });
    const ended = await watch(client, id);
    expect(ended).toMatchObject({
      status: 'failed',
      error: {
        title: 'Recording not reachable',
        message: expect.stringContaining('audio_url'),
        code: 400,
      },
    });
  });
});

it('rejects text whose speech is too long, and names its length', async () => {
  const pauses = 'One <break time="10s"/> '.repeat(85);
  const id = await submit(client, { ...job, text: `<speak>${pauses} ${'two words, '.repeat(60)}.</speak>` });
  expect(await watch(client, id)).toMatchObject({
    status: 'failed',
    error: {
      title: 'Speech too long',
      message: expect.stringMatching(/^text: it takes at least 9\d\d s to speak; the limit is 900 s/),
      code: 400,
    },
  });
});

it('speaks all languages', async () => {
  const words: Record<string, string> = {
    'zh-CN': '你好，朋友。',
    ar: 'مرحبا يا صديقي.',
    'ja-JP': 'こんにちは、ともだち。',
    'ru-RU': 'Привет, мой друг.',
    'hi-IN': 'नमस्ते मेरे दोस्त।',
    'ko-KO': '안녕하세요 친구.',
  };
  const ids = await Promise.all(
    LANGUAGES.map((language) => submit(client, { ...job, target_rig: 'arkit', language, text: words[language] ?? 'Hello papa.' })),
  );
  const ended = await Promise.all(ids.map((id) => watch(client, id)));
  expect(ended.map(({ status }) => status)).toEqual(LANGUAGES.map(() => 'succeeded'));
  for (const id of ids) {
    const { phones } = v.parse(timelineSchema, JSON.parse(await text(id, 'timeline')));
    expect(phones.length).toBeGreaterThan(4);
  }
  expect(await statusOf(client, ids[0]!)).toMatchObject({ output: { voice: expect.any(String) } });
});
