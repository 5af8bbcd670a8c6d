import { type LocalService, ServiceError, type ServiceResponse } from '../gateway/index.ts';
import { formatMarks, type SpeechMark } from './marks.ts';
import { createQuota, POLLY_QUOTAS, type Quotas } from './quota.ts';
import { type PollyVoice, readSpeechRequest, type SpeechRequest } from './request.ts';

export interface SynthesizedSpeech {
  /** Mono, 16 kHz, signed 16-bit little-endian. */
  readonly pcm: Buffer;
  /** Marks of all types, in any order. */
  readonly marks: readonly SpeechMark[];
}

export interface PollyOptions {
  readonly voices: readonly PollyVoice[];
  /** Rejects an invalid document with a ServiceError such as InvalidSsmlException. */
  readonly synthesize: (request: SpeechRequest) => Promise<SynthesizedSpeech>;
  /** Defaults to Polly's quotas. */
  readonly quotas?: Quotas;
  /** Called with every request within the quota. It may reject the request with a ServiceError. */
  readonly onRequest?: (request: SpeechRequest) => void;
}

const MAX_BODY_BYTES = 64 * 1024;

/** Polly's SynthesizeSpeech operation, with audio as PCM and speech marks as JSON. */
export function createPollyService({ voices, synthesize, quotas = POLLY_QUOTAS, onRequest }: PollyOptions): LocalService {
  const admit = createQuota(quotas);
  const speak = cacheRecent(synthesize);
  return {
    service: 'polly',
    protocol: 'json',
    body: 'buffered',
    maxBodyBytes: MAX_BODY_BYTES,
    authorize: () => [{ action: 'polly:SynthesizeSpeech', resources: ['*'] }],
    async handle({ method, path, body }) {
      if (method !== 'POST' || path !== '/v1/speech') {
        throw new ServiceError('UnknownOperationException', 'Only the operation SynthesizeSpeech is available locally', 404);
      }
      const request = readSpeechRequest(body, voices);
      if (!admit(request.engine)) throw new ServiceError('ThrottlingException', 'Rate exceeded');
      onRequest?.(request);
      return answer(request, await speak(request));
    },
  };
}

/** Clients request audio and marks separately, so recent results are cached for the second request. */
const CACHE_SIZE = 8;

function cacheRecent(synthesize: PollyOptions['synthesize']): PollyOptions['synthesize'] {
  const recent = new Map<string, Promise<SynthesizedSpeech>>();
  return (request) => {
    const key = `${request.voice.id} ${request.ssml} ${request.text}`;
    const speech = recent.get(key) ?? synthesize(request);
    recent.delete(key);
    recent.set(key, speech);
    if (recent.size > CACHE_SIZE) recent.delete(recent.keys().next().value!);
    return speech;
  };
}

function answer({ billedCharacters, output, markTypes }: SpeechRequest, { pcm, marks }: SynthesizedSpeech): ServiceResponse {
  const [type, body] = output === 'json' ? ['application/x-json-stream', formatMarks(marks, markTypes)] : ['audio/pcm', pcm];
  return { status: 200, headers: { 'content-type': type, 'x-amzn-requestcharacters': String(billedCharacters) }, body };
}
