import { createEmbeddedEngine, decodeAudio, encodeWav, SpeechError } from '../../../layers/speech/index.ts';
import { type LocalService, ServiceError, type ServiceResponse } from '../gateway/index.ts';
import { writeMarks } from './marks.ts';
import { createQuota, POLLY_QUOTAS, type Quotas } from './quota.ts';
import { readOrder, type SpeechOrder } from './request.ts';

export interface PollyOptions {
  /** Requests that are taken; Polly's own by default. */
  quotas?: Quotas;
}

const MAX_BODY_BYTES = 64 * 1024;

/** Polly behind the gate: the operation SynthesizeSpeech, sound as PCM and speech marks as JSON. */
export function createPollyService({ quotas = POLLY_QUOTAS }: PollyOptions = {}): LocalService {
  const admit = createQuota(quotas);
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
      return speak(order);
    },
  };
}

async function speak(order: SpeechOrder): Promise<ServiceResponse> {
  const { text, voice, output, marks } = order;
  const said = await createEmbeddedEngine()
    .speak({ text: asSsml(order), language: voice.language, sex: voice.sex, speed: 1 })
    .catch((error: unknown) => {
      if (error instanceof SpeechError) throw new ServiceError('InvalidSsmlException', error.message);
      throw error;
    });
  if (output === 'json') {
    return {
      status: 200,
      headers: { 'content-type': 'application/x-json-stream' },
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
    headers: { 'content-type': 'audio/pcm', 'x-amzn-requestcharacters': String(text.length) },
    body: pcm,
  };
}

const asSsml = ({ text, ssml }: SpeechOrder) =>
  ssml ? text : `<speak>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</speak>`;
