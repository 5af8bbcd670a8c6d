import {
  createEmbeddedEngine,
  decodeAudio,
  encodeWav,
  type Speech,
  SpeechError,
} from '../../../layers/speech/index.ts';
import { type LocalService, ServiceError, type ServiceResponse } from '../gateway/index.ts';
import { writeMarks } from './marks.ts';
import { createQuota, POLLY_QUOTAS, type Quotas } from './quota.ts';
import { readOrder, type SpeechOrder } from './request.ts';

export interface PollyOptions {
  /** Requests that are taken; Polly's own by default. */
  quotas?: Quotas;
  /** Told of every request that is answered; it may refuse one by a ServiceError. */
  onOrder?: (order: SpeechOrder) => void;
}

const MAX_BODY_BYTES = 64 * 1024;

/** Polly behind the gate: the operation SynthesizeSpeech, sound as PCM and speech marks as JSON. */
export function createPollyService({ quotas = POLLY_QUOTAS, onOrder }: PollyOptions = {}): LocalService {
  const admit = createQuota(quotas);
  const say = rememberLast(speak);
  return {
    service: 'polly',
    protocol: 'json',
    body: 'buffered',
    maxBodyBytes: MAX_BODY_BYTES,
    authorize: () => [{ action: 'polly:SynthesizeSpeech', resources: ['*'] }],
    async handle({ method, path, body }) {
      if (method !== 'POST' || path !== '/v1/speech') {
        throw new ServiceError(
          'UnknownOperationException',
          'The local Polly only knows the operation SynthesizeSpeech',
          404,
        );
      }
      const order = readOrder(body);
      if (!admit(order.tier)) throw new ServiceError('ThrottlingException', 'Rate exceeded');
      onOrder?.(order);
      return answer(order, await say(order));
    },
  };
}

/** Sound and marks are asked for one by one, but are of one speech. */
const REMEMBERED = 8;

function rememberLast(make: (order: SpeechOrder) => Promise<Speech>): (order: SpeechOrder) => Promise<Speech> {
  const last = new Map<string, Promise<Speech>>();
  return (order) => {
    const key = `${order.voice.id} ${order.ssml} ${order.text}`;
    const speech = last.get(key) ?? make(order);
    last.delete(key);
    last.set(key, speech);
    if (last.size > REMEMBERED) last.delete(last.keys().next().value!);
    return speech;
  };
}

async function speak(order: SpeechOrder): Promise<Speech> {
  const { language, sex } = order.voice;
  try {
    return await createEmbeddedEngine().speak({ text: asSsml(order), language, sex, speed: 1 });
  } catch (error) {
    if (error instanceof SpeechError) throw new ServiceError('InvalidSsmlException', error.message);
    throw error;
  }
}

async function answer({ text, billed, output, marks }: SpeechOrder, said: Speech): Promise<ServiceResponse> {
  if (output === 'json') {
    return {
      status: 200,
      headers: { 'content-type': 'application/x-json-stream', 'x-amzn-requestcharacters': String(billed) },
      body: writeMarks(said.timeline, text, marks),
    };
  }
  const { samples } = await decodeAudio(encodeWav(said.audio));
  const pcm = Buffer.alloc(2 * samples.length);
  for (const [i, sample] of samples.entries()) {
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32767), 2 * i);
  }
  return {
    status: 200,
    headers: { 'content-type': 'audio/pcm', 'x-amzn-requestcharacters': String(billed) },
    body: pcm,
  };
}

const asSsml = ({ text, ssml }: SpeechOrder) =>
  ssml ? text : `<speak>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</speak>`;
