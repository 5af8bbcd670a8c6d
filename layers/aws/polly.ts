import type { LanguageCode, VoiceId } from '@aws-sdk/client-polly';
import {
  Engine,
  EngineNotSupportedException,
  InvalidSsmlException,
  OutputFormat,
  SpeechMarkType,
  SynthesizeSpeechCommand,
} from '@aws-sdk/client-polly';
import { polly } from './clients.ts';

/** Amazon Polly engines and their names in the SDK. */
const ENGINES = {
  generative: Engine.GENERATIVE,
  neural: Engine.NEURAL,
  standard: Engine.STANDARD,
} as const;
type PollyEngine = keyof typeof ENGINES;

/** A request to Amazon Polly, for either audio (16-bit samples at 16 kHz) or speech marks (lines of JSON). */
export interface PollySdkRequest {
  ssml: string;
  voice: string;
  tier: PollyEngine;
  language?: string;
  output: 'sound' | 'marks';
}

const AUDIO_OUTPUT = { OutputFormat: OutputFormat.PCM, SampleRate: '16000' } as const;
const MARKS_OUTPUT = {
  OutputFormat: OutputFormat.JSON,
  SpeechMarkTypes: [SpeechMarkType.SENTENCE, SpeechMarkType.WORD, SpeechMarkType.VISEME, SpeechMarkType.SSML],
} as const;

/**
 * Synthesizes SSML with Amazon Polly. The client retries throttled and failed requests with backoff.
 *
 * @returns the audio or marks, and the number of billed characters; `refusal` if the SSML is invalid; `unavailable` if the voice does not
 * support the engine in this region
 * @throws any other SDK error
 */
export async function synthesizeWithPolly(
  request: PollySdkRequest,
): Promise<{ bytes: Uint8Array; characters: number } | { refusal: string } | { unavailable: string }> {
  const { ssml, voice, tier, language, output } = request;
  const command = new SynthesizeSpeechCommand({
    Text: ssml,
    TextType: 'ssml',
    VoiceId: voice as VoiceId,
    Engine: ENGINES[tier],
    ...(language && { LanguageCode: language as LanguageCode }),
    ...(output === 'sound' ? AUDIO_OUTPUT : { ...MARKS_OUTPUT, SpeechMarkTypes: [...MARKS_OUTPUT.SpeechMarkTypes] }),
  });
  try {
    const { AudioStream, RequestCharacters = 0 } = await polly().send(command);
    if (!AudioStream) throw new Error('Amazon Polly returned no body');
    return { bytes: await AudioStream.transformToByteArray(), characters: RequestCharacters };
  } catch (error) {
    if (error instanceof InvalidSsmlException) return { refusal: error.message };
    if (tier === 'generative' && isEngineFault(error)) return { unavailable: error.message };
    throw error;
  }
}

/** True if the engine is not available in this region or for this voice. */
const isEngineFault = (error: unknown): error is Error =>
  error instanceof EngineNotSupportedException ||
  (error instanceof Error && error.name === 'ValidationException' && /engine/i.test(error.message));
