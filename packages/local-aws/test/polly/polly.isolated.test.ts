import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ServiceError, type ServiceRequest } from '../../src/gateway/index.ts';
import { createPollyService, createQuota, formatMarks, type SpeechMark, type SpeechRequest } from '../../src/polly/index.ts';

const QUOTAS = {
  generative: { perSecond: 4, burst: 2 },
  neural: { perSecond: 4, burst: 2 },
  standard: { perSecond: 80, burst: 100 },
};

const MARKS: readonly SpeechMark[] = [
  { time: 300, type: 'viseme', value: 'sil' },
  { time: 0, type: 'viseme', value: 'p' },
  { time: 0, type: 'word', start: 7, end: 10, value: 'Bob' },
  { time: 0, type: 'ssml', value: 'here' },
];

const spoken: SpeechRequest[] = [];

const service = createPollyService({
  voices: [
    { id: 'Amy', engines: ['neural', 'standard'] },
    { id: 'Aditi', engines: ['standard'], languageCode: 'hi-IN' },
  ],
  quotas: QUOTAS,
  synthesize: async (request) => {
    spoken.push(request);
    if (request.text.includes('<w')) throw new ServiceError('InvalidSsmlException', 'Invalid SSML request: <w>');
    return { pcm: Buffer.from([1, 2, 3, 4]), marks: MARKS };
  },
});
beforeEach(() => void spoken.splice(0));

const AUDIO = { Text: '<speak>Bob</speak>', TextType: 'ssml', VoiceId: 'Amy', OutputFormat: 'pcm' };

const send = async (more: object, path = '/v1/speech') => {
  const body = Buffer.from(JSON.stringify({ ...AUDIO, ...more }));
  const { status, headers, body: answer } = await service.handle({ method: 'POST', path, body } as ServiceRequest);
  return { status, headers, body: answer as Buffer | string };
};

describe('SynthesizeSpeech', () => {
  it('returns audio, and the requested marks sorted by time, from one synthesis', async () => {
    const audio = await send({ Text: '<speak>Bob &amp; Pam</speak>' });
    expect(audio).toMatchObject({ status: 200, body: Buffer.from([1, 2, 3, 4]) });
    expect(audio.headers).toEqual({ 'content-type': 'audio/pcm', 'x-amzn-requestcharacters': '9' });
    const marks = await send({
      Text: '<speak>Bob &amp; Pam</speak>',
      OutputFormat: 'json',
      SpeechMarkTypes: ['viseme', 'ssml'],
    });
    const lines = String(marks.body).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).value)).toEqual(['here', 'p', 'sil']);
    expect(spoken).toHaveLength(1);
  });

  it('passes the parsed request to the synthesizer', async () => {
    await send({ VoiceId: 'Aditi', LanguageCode: 'hi-IN', Text: 'Bob', TextType: 'text' });
    expect(spoken).toEqual([
      {
        text: 'Bob',
        ssml: false,
        billedCharacters: 3,
        voice: { id: 'Aditi', engines: ['standard'], languageCode: 'hi-IN' },
        engine: 'standard',
        output: 'pcm',
        markTypes: [],
      },
    ]);
  });

  it.each([
    [{ VoiceId: 'Nobody' }, 'ValidationException'],
    [{ VoiceId: 'Aditi' }, 'LanguageNotSupportedException'],
    [{ VoiceId: 'Aditi', LanguageCode: 'hi-IN', Engine: 'neural' }, 'ValidationException'],
    [{ OutputFormat: 'mp3' }, 'ValidationException'],
    [{ OutputFormat: 'json' }, 'MarksNotSupportedForFormatException'],
    [{ LexiconNames: ['x'] }, 'ValidationException'],
    [{ Text: 'no document' }, 'InvalidSsmlException'],
    [{ Text: '<speak><blink/></speak>' }, 'InvalidSsmlException'],
    [{ Text: '<speak><prosody rate="300%">Bob</prosody></speak>' }, 'InvalidSsmlException'],
    [{ Text: '<speak><emphasis>Bob</emphasis></speak>', Engine: 'neural' }, 'InvalidSsmlException'],
    [{ Text: `<speak>${'a'.repeat(3001)}</speak>` }, 'TextLengthExceededException'],
    [{ Text: `<speak>${'<mark name="a"/>'.repeat(400)}</speak>` }, 'TextLengthExceededException'],
  ])('%j is rejected with %s without synthesizing', async (more, code) => {
    await expect(send(more)).rejects.toMatchObject({ code });
    expect(spoken).toEqual([]);
  });

  it("returns the synthesizer's errors", async () => {
    await expect(send({ Text: '<speak><w>Bob</w></speak>' })).rejects.toMatchObject({ code: 'InvalidSsmlException' });
  });

  it("is throttled above its engine's quota", async () => {
    const codes = await Promise.all(Array.from({ length: 4 }, () => send({ Engine: 'neural' }).then(String, ({ code }) => code)));
    expect(codes.filter((code) => code === 'ThrottlingException').length).toBeGreaterThanOrEqual(2);
  });

  it('is the only operation', async () => {
    await expect(send({}, '/v1/voices')).rejects.toMatchObject({ code: 'UnknownOperationException', status: 404 });
  });
});

it('rejects requests above the quota and accepts them later', () => {
  let now = 0;
  const admit = createQuota(QUOTAS, () => now);
  expect([admit('neural'), admit('neural'), admit('neural')]).toEqual([true, true, false]);
  now = 250;
  expect([admit('neural'), admit('neural')]).toEqual([true, false]);
});

it('sorts marks by time, regardless of their input order', () => {
  const mark = fc.record({
    time: fc.nat(1000),
    type: fc.constantFrom('sentence' as const, 'ssml' as const, 'word' as const, 'viseme' as const),
    value: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(mark), (marks) => {
      const read = formatMarks(marks, ['sentence', 'ssml', 'word', 'viseme'])
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(read).toHaveLength(marks.length);
      expect(read.map(({ time }) => time)).toEqual(marks.map(({ time }) => time).sort((a, b) => a - b));
    }),
  );
});
