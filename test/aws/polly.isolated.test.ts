import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as sdk from '@aws-sdk/client-polly';
import { POLLY_VOICES } from '@talking-avatar/speech';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { synthesizeWithPolly } from '#aws';
import type { PollySdkRequest } from '../../layers/aws/polly.ts';

/** The service model in the SDK: names of the members, their types (0 is text, 64 is a list of text), and how many of them are required. */
const [, , , , MEMBERS, TYPES, REQUIRED] = sdk.SynthesizeSpeechInput$ as unknown as [
  number,
  string,
  string,
  number,
  string[],
  number[],
  number,
];
const [, , , { http: OPERATION }] = sdk.SynthesizeSpeech$ as unknown as [number, string, string, { http: [string, string, number] }];
const [, , , , ANSWER, PLACES] = sdk.SynthesizeSpeechOutput$ as unknown as [
  number,
  string,
  string,
  number,
  string[],
  [number, { httpHeader: string }][],
];
const headerOf = (member: string) => PLACES[ANSWER.indexOf(member)]![1].httpHeader;

/** Members for which the model lists the allowed values. */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  OutputFormat: Object.values(sdk.OutputFormat),
  TextType: Object.values(sdk.TextType),
  Engine: Object.values(sdk.Engine),
  VoiceId: Object.values(sdk.VoiceId),
  LanguageCode: Object.values(sdk.LanguageCode),
  SpeechMarkTypes: Object.values(sdk.SpeechMarkType),
};

const requests: { operation: [string, string]; body: Record<string, unknown> }[] = [];
let respond: (response: ServerResponse) => void;
const server = createServer(async (request: IncomingMessage, response) => {
  const chunks = await request.toArray();
  requests.push({
    operation: [request.method ?? '', request.url ?? ''],
    body: JSON.parse(Buffer.concat(chunks).toString()),
  });
  respond(response);
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const say: PollySdkRequest = { ssml: '<speak>Hi.</speak>', voice: 'Amy', tier: 'neural', output: 'sound' };

describe('a request to Amazon Polly', () => {
  it('uses only members and values from the service model, for every voice', async () => {
    respond = (response) => response.end('x');
    for (const { id: voice, tiers, code: language } of POLLY_VOICES) {
      for (const output of ['sound', 'marks'] as const) {
        await synthesizeWithPolly({ ...say, voice, tier: tiers[0], output, ...(language && { language }) });
      }
    }
    expect(requests).toHaveLength(2 * POLLY_VOICES.length);
    for (const { operation, body } of requests) {
      expect(operation).toEqual(OPERATION.slice(0, 2));
      expect(Object.keys(body)).toEqual(expect.arrayContaining(MEMBERS.slice(0, REQUIRED)));
      for (const [member, value] of Object.entries(body)) {
        expect(MEMBERS).toContain(member);
        expect(Array.isArray(value)).toBe(TYPES[MEMBERS.indexOf(member)] === 64);
        for (const one of [value].flat()) {
          expect(typeof one).toBe('string');
          if (ENUMS[member]) expect(ENUMS[member]).toContain(one);
        }
      }
    }
  });

  it("requests audio samples in the engine's format, or speech marks", async () => {
    requests.length = 0;
    respond = (response) => response.end('x');
    await synthesizeWithPolly(say);
    await synthesizeWithPolly({ ...say, output: 'marks' });
    const common = { Text: say.ssml, TextType: 'ssml', VoiceId: 'Amy', Engine: 'neural' };
    expect(requests.map(({ body }) => body)).toEqual([
      { ...common, OutputFormat: 'pcm', SampleRate: '16000' },
      { ...common, OutputFormat: 'json', SpeechMarkTypes: ['sentence', 'word', 'viseme', 'ssml'] },
    ]);
  });
});

describe('a response from Amazon Polly', () => {
  it('returns the body, and the billed characters from the header', async () => {
    respond = (response) => {
      response.writeHead(OPERATION[2], {
        [headerOf('ContentType')]: 'audio/pcm',
        [headerOf('RequestCharacters')]: '12',
      });
      response.end(Buffer.from([1, 2, 3]));
    };
    const answer = await synthesizeWithPolly(say);
    expect(answer).toMatchObject({ characters: 12 });
    expect('bytes' in answer && [...answer.bytes]).toEqual([1, 2, 3]);
  });

  const refuse = (name: string) => {
    respond = (response) => {
      response.writeHead(400, { 'x-amzn-errortype': name, 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: `as ${name}` }));
    };
  };

  it('is returned as a rejection if the SSML is rejected', async () => {
    refuse('InvalidSsmlException');
    expect(await synthesizeWithPolly(say)).toEqual({ refusal: 'as InvalidSsmlException' });
  });

  it.each([
    'EngineNotSupportedException',
    'LanguageNotSupportedException',
    'LexiconNotFoundException',
    'MarksNotSupportedForFormatException',
    'SsmlMarksNotSupportedForTextTypeException',
    'TextLengthExceededException',
    'ValidationException',
  ])('is thrown by name for the model error %s', async (name) => {
    expect(sdk).toHaveProperty(`${name}$`);
    refuse(name);
    await expect(synthesizeWithPolly(say)).rejects.toMatchObject({ name, $metadata: { attempts: 1 } });
  });
});
