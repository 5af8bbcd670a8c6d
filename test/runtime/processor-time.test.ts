import { checkPhones, writeVisemes } from '@talking-avatar/animation';
import { type ApiError, DEFAULT_IDENTIFIERS, jobSchema, LANGUAGES, LIMITS, timelineSchema, VISEME_SETS } from '@talking-avatar/contract';
import { validateSpeechRequest } from '@talking-avatar/speech';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { readSubmission } from '#runtime';
import { readAvatarRequest } from '../../functions/api/avatars/request.ts';
import { EXPECTED_ENDPOINTS } from '../lib/api/endpoints.ts';

/** Memory size that comes with one CPU, in MB (Lambda developer guide, "Configure Lambda function memory"). */
const PROCESSOR = 1_769;

/** Share of an endpoint's time limit that one request may spend on the CPU. Lambda's CPUs may be slower than this one. */
const SHARE = 1 / 4;

const schema = jobSchema(DEFAULT_IDENTIFIERS);
const job = { target_rig: DEFAULT_IDENTIFIERS.humanoid, text: 'Hello.', language: 'en-US' };
const recording = { ...job, audio_url: 'https://example.com/voice.wav' };

const inJson = (body: object) =>
  ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    isBase64Encoded: false,
  }) as unknown as APIGatewayProxyEvent;

function inForm(parts: Readonly<Record<string, string>>): APIGatewayProxyEvent {
  const boundary = 'x'.repeat(60);
  const written = Object.entries(parts).map(
    ([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const body = Buffer.from(`${written.join('')}--${boundary}--`).toString('base64');
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return { headers, body, isBase64Encoded: true } as unknown as APIGatewayProxyEvent;
}

/** The largest possible part, in which almost everything looks like the end of the part. */
const NEAR_ENDS = `\r\n--${'x'.repeat(59)}`.repeat(Math.floor(LIMITS.audioPartBytes / 63));

/** Does what `generate` and `estimate` do with a request, except for calls to other services. */
async function accept(event: APIGatewayProxyEvent): Promise<void> {
  const { specification } = await readSubmission(event, schema);
  if (specification.timeline) checkPhones(specification.timeline);
  validateSpeechRequest('embedded', specification, []);
}

/** Repeats a word or a tag up to the length of the longest transcript. */
const upTo = (unit: string, around: [string, string] = ['', '']): string =>
  around.join(unit.repeat(Math.floor((LIMITS.transcriptCharacters - around.join('').length) / unit.length)));

const SPEAK: [string, string] = ['<speak>', '</speak>'];
const TRANSCRIPTS = [
  upTo('a. '),
  upTo('A.B.'),
  upTo('9'),
  upTo('1234567 '),
  upTo('a\u0301'),
  upTo('**a '),
  upTo('"a '),
  upTo('<sub alias="a">b</sub>', SPEAK),
  upTo('<phoneme ph="a">b</phoneme>', SPEAK),
  upTo('<emotion name="happy">a</emotion>', SPEAK),
  upTo('<break time="1ms"/>', ['<speak>a', '</speak>']),
];

/** The timeline of the longest recording, which is as large as a job allows. */
const TIMELINE = {
  language: 'en-US',
  duration: LIMITS.recordingSeconds,
  words: Array.from({ length: 6_000 }, (_, k) => ({ text: 'a', start: k * 0.25, end: k * 0.25 + 0.25 })),
  phones: Array.from({ length: 9_000 }, (_, k) => ({ symbol: 'a', start: k * 0.15, end: k * 0.15 + 0.15, stress: 0, word: 0 })),
  marks: [],
};

const endedBy = (body: Promise<unknown>, code: number): Promise<void> =>
  body.then(
    () => expect.fail('accepted'),
    (error: ApiError) => expect(error.body.code).toBe(code),
  );

const ENTRIES = 60_000;
const CASES: [keyof typeof EXPECTED_ENDPOINTS, string, () => unknown][] = [
  ...TRANSCRIPTS.map((text): (typeof CASES)[number] => [
    'generate',
    `a transcript of ${text.slice(0, 40)}…`,
    () => accept(inJson({ ...recording, text })),
  ]),
  ...LANGUAGES.map((language): (typeof CASES)[number] => [
    'estimate',
    `the longest transcript in ${language}`,
    () => accept(inJson({ ...recording, language, text: upTo('12 a. ') })),
  ]),
  ['generate', 'the largest timeline', () => accept(inJson({ ...recording, timeline: TIMELINE }))],
  ['generate', 'the largest recording, full of almost-boundaries', () => accept(inForm({ job: JSON.stringify(job), audio: NEAR_ENDS }))],
  ['generate', 'a megabyte of unknown fields', () => endedBy(accept(inJson({ ...job, ...numbered() })), 400)],
  ['generate', 'a megabyte of metadata', () => endedBy(accept(inJson({ ...job, metadata: numbered() })), 400)],
  ['avatars', 'the largest form, full of almost-boundaries', () => readAvatarRequest(inForm({ avatar: NEAR_ENDS }))],
  ...VISEME_SETS.map((set): (typeof CASES)[number] => [
    'download',
    `${set} visemes of the longest recording`,
    () => writeVisemes(v.parse(timelineSchema, { ...TIMELINE, engine: 'recording', voice: '' }), set, 'json', 'x.wav'),
  ]),
];

function numbered(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: ENTRIES }, (_, k) => [`field${k}`, 'a']));
}

it.each(CASES)('%s takes a fraction of its time limit for %s', async (name, _, run) => {
  const { memory, timeout } = EXPECTED_ENDPOINTS[name]!;
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(SHARE * timeout * Math.min(1, memory / PROCESSOR));
});
