import type { LanguageCode, VoiceId } from '@aws-sdk/client-polly';
import {
  Engine,
  InvalidSsmlException,
  OutputFormat,
  SpeechMarkType,
  SynthesizeSpeechCommand,
} from '@aws-sdk/client-polly';
import { polly } from './clients.ts';

/** What Amazon Polly is to say; sound comes as 16-bit samples at 16 kHz, marks as lines of JSON. */
export interface PollyRequest {
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
 * Has Amazon Polly say a document. Throttled and broken requests are repeated by the client, with pauses that grow, a few times.
 *
 * @returns what it said and how many characters it charges for, or why it does not take the document
 * @throws the SDK's error for anything else
 */
export async function synthesizeWithPolly(
  call: PollyRequest,
): Promise<{ bytes: Uint8Array; characters: number } | { refusal: string }> {
  const { ssml, voice, tier, language, output } = call;
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
