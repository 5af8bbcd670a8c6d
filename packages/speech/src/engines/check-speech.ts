import { type JobSpecification, type Sex, sexOfActor, type TtsEngine } from '@talking-avatar/contract';
import { validateText } from '../text/parse.ts';
import { validateVoice } from './check-voice.ts';
import type { ListedVoice } from './neural/voice.ts';

/**
 * Checks the text and voice of a job against the engine that will speak it, before the job is accepted.
 * @param sex the sex of the voice. The default is the actor's sex
 * @throws SpeechError in the same cases as `parseText` and `validateVoice`, and for text without words
 */
export function validateSpeechRequest(
  tts: TtsEngine,
  { text, language, actor, tts_params }: Pick<JobSpecification, 'text' | 'language' | 'actor' | 'tts_params'>,
  neural: readonly ListedVoice[] = [],
  sex: Sex | undefined = actor === undefined ? undefined : sexOfActor(actor),
): void {
  validateText(text, language);
  const request = {
    language,
    ...(sex && { sex }),
    ...(tts_params?.voice && { voice: tts_params.voice }),
  };
  validateVoice(tts, request, neural);
}
