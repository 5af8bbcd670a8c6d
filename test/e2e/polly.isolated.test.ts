import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { LANGUAGES, timelineSchema } from '@talking-avatar/contract';
import { POLLY_LANGUAGES } from '@talking-avatar/speech/testing';
import type { SpeechRequest } from 'local-aws';
import { ServiceError } from 'local-aws/gateway';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getObject, putObject, type ResourceName } from '#aws';
import { s3 } from '#aws/s3';
import { GROUPINGS, groupRows, type LedgerRow, listJobRows, rowTotal } from '#billing';
import { download, type Service, submit, watch } from '../../bin/demo/client.ts';
import { billed, IndependentCount, stepOf } from '../billing/count.ts';
import { type Mixed, readLedger, runMixed } from '../billing/mixed.ts';
import { agrees, EXACT } from '../billing/tolerance.ts';
import { startService, type TestService } from './service.ts';

/** Number of jobs in the ledger: each account has one of each kind. */
const JOBS = 15;
const RETENTION = 7;

const count = new IndependentCount(RETENTION);
let service: TestService;
let client: Service;

/** Requests to the local Polly, tags that it rejects, and requests that it throttles. */
const orders: SpeechRequest[] = [];
let refused = /$^/;
let throttled: ((order: SpeechRequest) => boolean) | undefined;

beforeAll(async () => {
  const onRequest = (order: SpeechRequest) => {
    if (throttled?.(order)) throw new ServiceError('ThrottlingException', 'Rate exceeded');
    orders.push(order);
    const [tag] = refused.exec(order.text) ?? [];
    if (tag) throw new ServiceError('InvalidSsmlException', `Invalid SSML request: ${tag}`);
  };
  service = await startService(
    { tts: 'polly', retentionDays: RETENTION },
    { polly: { onRequest }, onReport: count.onReport, faults: count.around() },
  );
  client = await service.as('acme');
});
afterAll(() => service.end());

describe(`the ledger of the first ${JOBS} mixed jobs`, () => {
  let made: Mixed;
  let rows: LedgerRow[];

  beforeAll(async () => {
    made = await runMixed(service, count, JOBS);
    rows = await readLedger(service);
  });

  const quantityOf = (wanted: ResourceName, of: readonly LedgerRow[] = rows): number =>
    of.flatMap(({ charges }) => charges).reduce((sum, { resource, quantity }) => sum + (resource === wanted ? quantity : 0), 0);

  it('has the same total in every grouping, to the pico-dollar', () => {
    const total = rows.reduce((sum, row) => sum + rowTotal(row), 0n);
    expect(total).toBeGreaterThan(0n);
    for (const grouping of GROUPINGS) {
      expect(groupRows(rows, grouping).reduce((sum, { amount }) => sum + amount, 0n)).toBe(total);
    }
    expect(
      groupRows(rows, 'account')
        .map(({ key }) => key)
        .sort(),
    ).toEqual(expect.arrayContaining(['ada', 'bo', 'cy']));
  });

  it('has one row per local Lambda invocation, with approximately the billed time', () => {
    const billedSeconds = (reports: typeof count.reports) => reports.reduce((sum, report) => sum + billed(report), 0) / 1000;
    const ownSeconds = (own: typeof rows) => own.reduce((sum, row) => sum + row.seconds, 0);
    for (const step of new Set(count.reports.map(stepOf))) {
      const reports = count.reports.filter((report) => stepOf(report) === step);
      const own = rows.filter((row) => row.step === step);
      expect([step, quantityOf('lambda.requests', own)]).toEqual([step, expect.closeTo(reports.length, 6)]);
      const share = ownSeconds(own) / billedSeconds(reports);
      // A function cannot measure the overhead of its runtime. On a busy machine, that overhead dominates short invocations.
      expect([step, share > 0.5 && share < 1.1]).toEqual([step, true]);
    }
    const steps = new Set(count.reports.map(stepOf));
    const whole = ownSeconds(rows.filter(({ step }) => steps.has(step))) / billedSeconds(count.reports);
    expect(whole).toBeGreaterThan(0.75);
    expect(whole).toBeLessThan(1.1);
    expect(rows.filter(({ estimated }) => estimated)).toEqual([]);
  });

  it.each([...EXACT, 'dynamodb.reads', 'lambda.compute.arm64'] as const)('counts %s like the service itself', (resource) => {
    const [ledger, services] = [quantityOf(resource), count.used.get(resource) ?? 0];
    expect({ ledger, services, agree: agrees(resource, ledger, services) }).toMatchObject({ agree: true });
  });

  it('charges for a failed job, and a positive amount for every job', async () => {
    const table = service.outputs.LedgerTable ?? '';
    for (const id of made.ids) {
      const own = await listJobRows(table, id);
      expect(own.reduce((sum, row) => sum + rowTotal(row), 0n)).toBeGreaterThan(0n);
      const steps = own.map(({ step }) => step);
      expect(steps).toEqual(expect.arrayContaining(['generate', 'dispatch', 'begin', 'execution', 'finalize']));
      // This job has no webhooks.
      expect(steps).not.toContain('deliver');
      if (made.failing.includes(id)) expect(steps).toContain('align');
      expect(steps.includes('export')).toBe(!made.failing.includes(id));
    }
  });
});

const job = (text: string, language = 'en-US', more: object = {}) => ({
  target_rig: 'arkit',
  text,
  language,
  output: { type: 'csv' },
  ...more,
});

const run = async (specification: object) => {
  const id = await submit(client, specification);
  return { id, ended: await watch(client, id) };
};

const timelineOf = async (id: string) =>
  v.parse(timelineSchema, JSON.parse(Buffer.from(await download(client, id, 'timeline')).toString()));

/** Each language with an actor and a voice, alternating between female and male. */
const TEXTS: readonly (readonly [language: string, text: string, actor: string, voice: string])[] = [
  ['en-US', 'Bob and Pam.', 'female', 'Joanna'],
  ['en-GB', 'Bob and Pam.', 'male', 'Brian'],
  ['es-ES', 'Buenos días.', 'female', 'Lucia'],
  ['es-US', 'Buenos días.', 'male', 'Pedro'],
  ['zh-CN', '你好，朋友。', 'female', 'Zhiyu'],
  ['de-DE', 'Guten Morgen.', 'male', 'Daniel'],
  ['it-IT', 'Buona sera.', 'female', 'Bianca'],
  ['fr-FR', 'Bonjour, madame.', 'male', 'Remi'],
  ['pt-PT', 'Bom dia.', 'female', 'Ines'],
  ['pr-BR', 'Bom dia.', 'male', 'Thiago'],
  ['ar', 'مرحبا يا صديقي.', 'female', 'Hala'],
  ['ja-JP', 'おはよう。', 'male', 'Takumi'],
  ['ru-RU', 'Привет, мой друг.', 'female', 'Tatyana'],
  ['hi-IN', 'नमस्ते मेरे दोस्त।', 'male', 'Kajal'],
  ['ko-KO', '안녕하세요.', 'female', 'Seoyeon'],
];

/** Number of concurrent jobs. More would only start more processes. */
const CONCURRENCY = 3;

/** Creates a predicate that matches the first request for sound and the first request for marks with each voice. */
function firstOfEach(): (order: SpeechRequest) => boolean {
  const seen = new Set<string>();
  return ({ voice, output }) => seen.size < seen.add(`${voice.id} ${output}`).size;
}

describe('jobs that Amazon Polly speaks', () => {
  it('succeed in all its languages, although the first request is throttled', async () => {
    expect(TEXTS.map(([language]) => language)).toEqual(LANGUAGES.filter((language) => POLLY_LANGUAGES[language]));
    throttled = firstOfEach();
    const left = [...TEXTS];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [language, text, actor, voice] = next;
        const { id, ended } = await run(job(text, language, { actor }));
        expect(ended, `${language} ${actor}`).toMatchObject({
          status: 'succeeded',
          output: { engine: 'polly', voice },
        });
        const { phones, words, duration } = await timelineOf(id);
        expect(words.at(-1)!.end).toBeLessThanOrEqual(duration);
        expect(words.every(({ start, end }) => end > start)).toBe(true);
        expect(phones.length).toBeGreaterThan(4);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    throttled = undefined;
    // On a busy machine, a step may time out and repeat its requests.
    const asked = new Set(orders.map(({ voice, output }) => `${voice.id} ${output}`));
    expect([...asked].sort()).toEqual(TEXTS.flatMap(([, , , voice]) => [`${voice} json`, `${voice} pcm`]).sort());
  });

  it('speak with a generative voice that the client requests, and align its audio', async () => {
    orders.length = 0;
    const text = 'The people of this town like apples, and they bake them into pies.';
    const { id, ended } = await run(job(text, 'en-US', { tts_params: { engine: 'polly', voice: 'Ruth:generative' } }));
    expect(ended).toMatchObject({ status: 'succeeded', output: { engine: 'polly', voice: 'Ruth:generative' } });
    expect(orders.map(({ engine, output }) => [engine, output])).toEqual([['generative', 'pcm']]);
    const { words, phones, duration } = await timelineOf(id);
    expect(words).toHaveLength(13);
    expect(phones.at(-1)!.end).toBeLessThanOrEqual(duration);
  });

  it("reuse cached speech for an account's repeated text, but not for another account", async () => {
    orders.length = 0;
    const paid = async (specification: object, as = client) => {
      const before = orders.length;
      const id = await submit(as, specification);
      const ended = await watch(as, id);
      expect(ended).toMatchObject({ status: 'succeeded', output: { engine: 'polly', voice: 'Joanna' } });
      return { calls: orders.length - before, timeline: await download(as, id, 'timeline'), output: ended.output };
    };
    const text = '<speak>Say it <emphasis>once</emphasis>.</speak>';
    const first = await paid(job(text));
    const again = await paid(job(text));
    expect([first.calls, again.calls]).toEqual([2, 0]);
    expect(Buffer.from(again.timeline).equals(Buffer.from(first.timeline))).toBe(true);
    expect(again.output).toEqual(first.output);
    expect((await paid(job(text, 'en-US', { tts_params: { engine: 'polly', speed: 1.2 } }))).calls).toBe(2);
    expect((await paid(job(text), await service.as('another'))).calls).toBe(2);
  });

  it('synthesize speech again if the cached speech is damaged', async () => {
    const text = 'Keep me whole.';
    orders.length = 0;
    await run(job(text));
    const Bucket = service.outputs.Bucket ?? '';
    const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket, Prefix: 'speech-cache/' }));
    const newest = Contents.toSorted((a, b) => Number(b.LastModified) - Number(a.LastModified))[0]!.Key!;
    await putObject(Bucket, newest, (await getObject(Bucket, newest)).subarray(0, -100), 'application/octet-stream');
    expect((await run(job(text))).ended.status).toBe('succeeded');
    expect(orders).toHaveLength(4);
    expect((await run(job(text))).ended.status).toBe('succeeded');
    expect(orders).toHaveLength(4);
  });

  it('drop a tag that the voice does not support, with a warning', async () => {
    refused = /<say-as[^>]*>/;
    const { id, ended } = await run(job('Spell <say-as interpret-as="characters">abc</say-as> now.'));
    refused = /$^/;
    expect(ended.output.warnings).toEqual([
      expect.stringMatching(/Amazon Polly rejected <say-as> for the voice Joanna .*Invalid SSML request: <say-as/),
    ]);
    expect((await timelineOf(id)).words.map(({ text }) => text)).toEqual(['Spell', 'abc', 'now']);
  });

  it('preserve the words of each emotion, and warn about tags that neural voices do not support', async () => {
    const text = '<speak>One two. <emotion name="happy"><emphasis level="strong">Three four</emphasis></emotion> five.</speak>';
    const { id, ended } = await run(job(text));
    expect(ended.output.warnings).toEqual([expect.stringContaining('<emphasis>')]);
    const { words, marks } = await timelineOf(id);
    const emotion = marks.find(({ type }) => type === 'emotion')!;
    expect(Math.abs(emotion.start - words[2]!.start)).toBeLessThan(0.04);
    expect(Math.abs(emotion.end - words[3]!.end)).toBeLessThan(0.04);
  });

  it('use the embedded engine for Vietnamese, and name it in the status', async () => {
    const { ended } = await run(job('Xin chào bạn.', 'vi-VI'));
    expect(ended).toMatchObject({ status: 'succeeded', output: { engine: 'embedded' } });
    expect(ended.output.warnings).toEqual([expect.stringContaining('no voice for vi-VI')]);
  });

  it.each([
    [{ language: 'it-IT', voice: 'Joanna' }, /tts_params\.voice: the voice Joanna speaks en-US, not it-IT.*Bianca/],
    [{ language: 'it-IT', voice: 'Bianka' }, /did you mean "Bianca"/],
    [{ language: 'it-IT', voice: 'Bianca', actor: 'male' }, /female voice, but the actor is male.*"Adriano"/],
  ])('are rejected on submission for %j', async ({ language, voice, ...more }, message) => {
    const refused = submit(client, job('Hi.', language, { tts_params: { engine: 'polly', voice }, ...more }));
    await expect(refused).rejects.toThrow(message);
  });

  it('accept only the engine’s name in tts_params.engine', async () => {
    const { ended } = await run(job('Hi.', 'it-IT', { tts_params: { engine: 'polly', voice: 'Carla', speed: 1.5 } }));
    expect(ended).toMatchObject({ status: 'succeeded', output: { voice: 'Carla' } });
    await expect(submit(client, job('Hi.', 'en-US', { tts_params: { engine: 'embedded' } }))).rejects.toThrow('"polly"');
  });
});
