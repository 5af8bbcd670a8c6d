import { readFileSync } from 'node:fs';
import { readImageHeader } from '@talking-avatar/avatar/image';
import { ApiError, DEFAULT_IDENTIFIERS, findLanguage, jobSchema, LANGUAGES } from '@talking-avatar/contract';
import { createEmbeddedEngine, decodeWav, encodeWav, parseText, SpeechError } from '@talking-avatar/speech';
import { normalizeScript } from '@talking-avatar/speech/testing';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readSubmission } from '#runtime';
import { MultipartError, parseMultipart } from '#runtime/multipart';
import { glb } from './glb.ts';
import type { Parser } from './parser.ts';

const schema = jobSchema(DEFAULT_IDENTIFIERS);
const LIMITS = { parts: 4, bytes: { job: 10_000, audio: 100_000 }, otherBytes: 1_000 };
const BOUNDARY = 'multipart/form-data; boundary=b';

const post = (contentType: string, body: Buffer) =>
  readSubmission(
    {
      headers: { 'content-type': contentType },
      body: body.toString('base64'),
      isBase64Encoded: true,
    } as never as APIGatewayProxyEvent,
    schema,
  );

const FORM = [
  '--b\r\nContent-Disposition: form-data; name="job"\r\n\r\n{"target_rig":"arkit","text":"Hi","language":"en-US"}\r\n',
  '--b\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\nRIFF\r\n--b--\r\n',
].join('');

const JOBS = [
  { target_rig: 'arkit', text: 'Hi', language: 'en-US', output: { type: 'csv' } },
  {
    target_rig: 'metahuman',
    text: '<speak>Hi</speak>',
    language: 'pr-BR',
    actor: 'mei',
    wait_time: 0.5,
    output: {
      type: 'video',
      width: 128,
      height: 128,
      fps: 25,
      background: { url: 'https://example.com/a.png' },
      format: 'mp4',
    },
    web_hooks: { on_success: 'https://example.com/' },
    emotion: { expression: 'happy', level: 0.5 },
    metadata: { a: 'b' },
    strengths: { jaw: 1 },
  },
  {
    target_rig: 'arkit',
    text: 'Hi',
    language: 'en-US',
    audio_url: 'https://example.com/a.wav',
    timeline: {
      words: [{ text: 'Hi', start: 0, end: 0.5 }],
      phones: [{ symbol: 'h', start: 0, end: 0.2, stress: 0, word: 0 }],
    },
    output: { type: 'glb', handles: 0.3, targets: 'vrm' },
  },
];

const SSML = [
  '<speak>One <break time="200ms"/>two <emphasis level="strong">three</emphasis>.</speak>',
  '<speak>Say <say-as interpret-as="date" format="dmy">1.2.2024</say-as> <sub alias="A">B</sub> <phoneme alphabet="ipa" ph="təˈm">t</phoneme></speak>',
  '<speak xmlns:mstts="https://www.w3.org/2001/mstts"><mstts:express-as style="sad" styledegree="1.5">No.</mstts:express-as></speak>',
  'Oh <emotion name="happy" level="0.7">good <mark name="here"/>day</emotion> <prosody rate="fast" pitch="+10%">now</prosody>.',
  '<?xml version="1.0"?><!-- n --><speak version="1.1"><w role="x">W</w><![CDATA[a]]>&amp;&#233;<lang xml:lang="de-DE">ja</lang></speak>',
];

/** The smallest possible image of each type that still has a complete header. */
const IMAGES = [
  '89504e470d0a1a0a0000000d494844520000000100000001080600000', // PNG, cut off
  'ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffd9', // JPEG
  '524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', // WebP
];

const text = (words: string) => words.split(' ');

/** Normalizes text that comes after its language code. Escapes stand for code units that UTF-8 cannot encode. */
function readText(input: Buffer): Promise<unknown> {
  const [, code = '', written = ''] = /^(\S*) ?(.*)$/s.exec(input.toString())!;
  const language = findLanguage(code) ?? 'en-US';
  const source = written.replace(/\\u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return normalizeScript(parseText(source, language), language);
}

/** An ordinary sentence in each language. */
const sentences = () =>
  LANGUAGES.map((language) => {
    const sentences = readFileSync(new URL(`../../../packages/speech/test/sentences/${language}.txt`, import.meta.url), 'utf8');
    return Buffer.from(`${language} ${sentences.split('\n')[0]}`);
  });

export const PARSERS: Readonly<Record<string, Parser>> = {
  multipart: {
    parse: (input) => {
      const line = input.indexOf('\n');
      const [type, body] = input[0] === 0x6d ? [input.subarray(0, line).toString('latin1'), input.subarray(line + 1)] : [BOUNDARY, input];
      return parseMultipart(type, body, LIMITS);
    },
    refusals: [MultipartError],
    seeds: async () => [Buffer.from(FORM), Buffer.from(`${BOUNDARY}\n${FORM}`)],
    words: [
      '--b',
      '--b--',
      '\r\n',
      '\r\n\r\n',
      ...text(
        'Content-Disposition: form-data; name="job" filename*=UTF-8\'\'a boundary= Content-Type: charset=utf-16 Content-Transfer-Encoding: base64 __proto__',
      ),
    ],
  },
  job: {
    parse: (input) => post('application/json', input),
    refusals: [ApiError],
    seeds: async () => JOBS.map((job) => Buffer.from(JSON.stringify(job))),
    words: text(
      '{ } [ ] : , null true 1e999 -0 0.1 1e-320 "" "\\ud800" "__proto__" "constructor" "text" "output" "type" "timeline" "words" "phones" "strengths" "metadata" "emotion" "web_hooks" "background" "url" "http://[::1]"',
    ),
  },
  ssml: {
    parse: (input) => parseText(input.toString(), 'en-US'),
    refusals: [SpeechError],
    seeds: async () => SSML.map((one) => Buffer.from(one)),
    words: [
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      ...text(
        '< > </ /> & &#0; &#x110000; &lol; <speak> </speak> <p> </p> <s> <break time="1s"/> time="-1s" level= xml:lang= xmlns:x= <!DOCTYPE <?x?> ph="" \u0000 \ud800 999999999999 1e9s +10% -99st',
      ),
    ],
  },
  text: {
    parse: readText,
    refusals: [SpeechError],
    seeds: async () => sentences(),
    words: text(
      '\\u0000 \\ud83d \\udc00 \\ufeff \\u200d \\u0301 \\u3099 ja-JP zh-CN 1 0 . , - / : % $ € ½ Ⅳ XIV 万 年 個 Dr. 12:30 &#65; < >',
    ),
  },
  wav: {
    parse: (input) => decodeWav(input),
    refusals: [SpeechError],
    seeds: async () => {
      const { audio } = await createEmbeddedEngine().speak({ text: 'Hi.', language: 'en-US', sex: 'female', speed: 1 });
      return [
        Buffer.from(encodeWav(audio)).subarray(0, 2_000),
        Buffer.from(encodeWav({ samples: new Float32Array(64), sampleRate: 16_000 })),
      ];
    },
    words: ['RIFF', 'WAVE', 'fmt ', 'data', 'LIST', '\u0001\u0000', '\u0003\u0000', '\u00ff\u00ff\u00ff\u00ff'],
  },
  image: {
    parse: (input) => readImageHeader(input),
    refusals: [],
    seeds: async () => IMAGES.map((hex) => Buffer.from(hex, 'hex')),
    words: ['IHDR', 'VP8X', 'VP8L', 'VP8 ', 'RIFF', 'WEBP', '\u00ff\u00c0', '\u00ff\u00c2', '\u00ff\u00da'],
  },
  glb,
};

/** Maximum CPU time for one input, in ms. */
const LIMIT = 2_000;

/** Parses an input. @returns the failure, or undefined if the input was accepted or rejected */
export async function findFailure({ parse, refusals }: Parser, input: Buffer): Promise<string | undefined> {
  const before = process.cpuUsage();
  let failure: string | undefined;
  try {
    await parse(input);
  } catch (error) {
    if (!refusals.some((refusal) => error instanceof refusal)) failure = String((error as Error)?.stack ?? error);
  }
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  return failure ?? (took > LIMIT ? `it took ${took.toFixed(0)} ms` : undefined);
}
