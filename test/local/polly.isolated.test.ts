import { createEmbeddedEngine, createPollyEngine, POLLY_SAMPLE_RATE } from '@talking-avatar/speech';
import { ServiceError } from 'local-aws/gateway';
import { createPollyService } from 'local-aws/polly';
import { caller, PLACE, startTestGateway } from 'local-aws/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { synthesizeWithPolly } from '#aws';
import { embeddedPolly } from '../../bin/local/polly.ts';

type Gate = Awaited<ReturnType<typeof startTestGateway>>;

/** Small quotas, so that bursts are throttled but requests are soon accepted again. */
const QUOTAS = {
  generative: { perSecond: 4, burst: 2 },
  neural: { perSecond: 4, burst: 2 },
  standard: { perSecond: 80, burst: 100 },
};

let gate: Gate;
const refusals: string[] = [];
let closed = false;

beforeAll(async () => {
  gate = await startTestGateway([createPollyService({ ...embeddedPolly, quotas: QUOTAS })], {
    callers: [caller('operator')],
    intercept: async (request, next) => {
      try {
        if (closed) throw new ServiceError('ThrottlingException', 'Rate exceeded');
        return await next(request);
      } catch (error) {
        refusals.push((error as { code: string }).code);
        throw error;
      }
    },
  });
  vi.stubEnv('AWS_ENDPOINT_URL', gate.url);
  vi.stubEnv('AWS_REGION', PLACE.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'operator');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-operator');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await gate.stop();
});

type Request = Parameters<typeof synthesizeWithPolly>[0];
const call: Request = { ssml: '<speak>Bob and Pam</speak>', voice: 'Amy', tier: 'standard', output: 'sound' };
const bytesOf = async (more: Partial<Request>) => {
  const answer = await synthesizeWithPolly({ ...call, ...more });
  if (!('bytes' in answer)) throw new Error(JSON.stringify(answer));
  return Buffer.from(answer.bytes);
};

describe('the adapter with the SDK', () => {
  it('reports an unavailable generative voice, so that it can be replaced', async () => {
    const answer = await synthesizeWithPolly({ ...call, voice: 'Brian', tier: 'generative' });
    expect(answer).toEqual({ unavailable: 'This voice does not support the selected engine' });
  });

  const ssml = '<speak>Bob <mark name="here"/>and Pam.</speak>';

  it('receives 16 kHz samples and marks of the same duration', async () => {
    const sound = await bytesOf({ ssml });
    const marks = (await bytesOf({ ssml, output: 'marks' })).toString().trim().split('\n');
    const read = marks.map((line) => JSON.parse(line));
    expect(read.filter(({ type }) => type === 'word').map(({ value }) => value)).toEqual(['Bob', 'and', 'Pam']);
    const bytes = Buffer.from(ssml);
    for (const { type, start, end, value } of read) {
      if (type === 'word') expect(bytes.subarray(start, end).toString()).toBe(value);
    }
    expect(read.find(({ type }) => type === 'ssml').value).toBe('here');
    expect(read.at(-1)).toMatchObject({ type: 'viseme', value: 'sil' });
    expect(read.at(-1).time / 1000).toBeLessThanOrEqual(sound.length / 2 / POLLY_SAMPLE_RATE + 0.002);
    expect(sound.length / 2 / POLLY_SAMPLE_RATE).toBeGreaterThan(0.5);
  });

  it('receives the reason for a rejected document', async () => {
    const emphatic = '<speak><emphasis level="strong">Bob</emphasis></speak>';
    expect(await synthesizeWithPolly({ ...call, ssml: emphatic, tier: 'neural' })).toEqual({
      refusal: expect.stringContaining('neural voices do not support <emphasis'),
    });
    expect(await synthesizeWithPolly({ ...call, ssml: emphatic })).toHaveProperty('bytes');
  });

  it.each([
    [{ voice: 'Nobody' }, 'ValidationException'],
    [{ voice: 'Tatyana', tier: 'neural' }, 'ValidationException'],
    [{ voice: 'Hala', tier: 'neural' }, 'LanguageNotSupportedException'],
    [{ ssml: `<speak>${'a'.repeat(3001)}</speak>` }, 'TextLengthExceededException'],
    [{ ssml: `<speak>${'<mark name="a"/>'.repeat(400)}a</speak>` }, 'TextLengthExceededException'],
  ] as const)('fails immediately on %j with %s', async (more, name) => {
    await expect(synthesizeWithPolly({ ...call, ...more })).rejects.toMatchObject({ name, $metadata: { attempts: 1 } });
  });

  it('retries if throttled', async () => {
    refusals.length = 0;
    const calls = Array.from({ length: 6 }, () => bytesOf({ voice: 'Amy', tier: 'neural', ssml }));
    const sounds = await Promise.all(calls);
    expect(new Set(sounds.map(({ length }) => length)).size).toBe(1);
    expect(new Set(refusals)).toEqual(new Set(['ThrottlingException']));
  });

  it('fails if it remains throttled', async () => {
    closed = true;
    const failed = synthesizeWithPolly(call).finally(() => {
      closed = false;
    });
    await expect(failed).rejects.toMatchObject({ name: 'ThrottlingException', $metadata: { attempts: 6 } });
  });
});

describe('the engine with the local Polly', () => {
  it("returns marks for words, visemes, and SSML at the voice's times", async () => {
    const engine = createPollyEngine(synthesizeWithPolly, createEmbeddedEngine(), { align: () => Promise.reject() });
    // Words that sound different in a sentence than on their own are left out, because visemes do not distinguish them.
    const text = 'Bob met Pam. <mark name="middle"/> Maybe <emotion name="happy">my puppy</emotion> hops!';
    const { audio, timeline } = await engine.speak({ text, language: 'en-GB', sex: 'female', speed: 1, voice: 'Emma' });
    const own = await createEmbeddedEngine().speak({ text, language: 'en-GB', sex: 'female', speed: 1 });
    expect(timeline).toMatchObject({ engine: 'polly', voice: 'Emma' });
    expect(audio.samples.length / audio.sampleRate).toBeCloseTo(own.timeline.duration, 2);
    expect(timeline.phones.map(({ symbol, word }) => [symbol, word])).toEqual(
      own.timeline.phones.map(({ symbol, word }) => [symbol, word]),
    );
    timeline.phones.forEach(({ start }, i) => {
      expect(Math.abs(start - own.timeline.phones[i]!.start)).toBeLessThan(0.02);
    });
    expect(timeline.marks.map(({ type }) => type)).toEqual(own.timeline.marks.map(({ type }) => type));
    timeline.marks.forEach(({ start, end }, i) => {
      expect(Math.abs(start - own.timeline.marks[i]!.start)).toBeLessThan(0.04);
      expect(Math.abs(end - own.timeline.marks[i]!.end)).toBeLessThan(0.04);
    });
  });
});
