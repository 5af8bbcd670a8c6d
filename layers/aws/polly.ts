import type { LanguageCode, VoiceId } from '@aws-sdk/client-polly';
import {
  Engine,
  InvalidSsmlException,
  OutputFormat,
  SpeechMarkType,
  SynthesizeSpeechCommand,
} from '@aws-sdk/client-polly';
import { polly } from './clients.ts';

/** A request to Amazon Polly: audio as 16-bit samples at 16 kHz, or speech marks as lines of JSON. */
export interface PollySdkRequest {
  ssml: string;
  voice: string;
  tier: 'neural' | 'standard';
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
 * @returns the audio or the marks, and the billed characters; or why Polly refuses the SSML
 * @throws any other error of the SDK
 */
export async function synthesizeWithPolly(
  request: PollySdkRequest,
): Promise<{ bytes: Uint8Array; characters: number } | { refusal: string }> {
  const { ssml, voice, tier, language, output } = request;
  const command = new SynthesizeSpeechCommand({
    Text: ssml,
    TextType: 'ssml',
    VoiceId: voice as VoiceId,
    Engine: tier === 'neural' ? Engine.NEURAL : Engine.STANDARD,
    ...(language && { LanguageCode: language as LanguageCode }),
    ...(output === 'sound' ? AUDIO_OUTPUT : { ...MARKS_OUTPUT, SpeechMarkTypes: [...MARKS_OUTPUT.SpeechMarkTypes] }),
  });
  try {
    const { AudioStream, RequestCharacters = 0 } = await polly().send(command);
    if (!AudioStream) throw new Error('Amazon Polly answered without a body');
    return { bytes: await AudioStream.transformToByteArray(), characters: RequestCharacters };
  } catch (error) {
    if (error instanceof InvalidSsmlException) return { refusal: error.message };
    throw error;
  }
}
