import { type JobSpecification, sexOfActor, type TtsEngine } from '../../contract/index.ts';
import { checkText } from '../text/parse.ts';
import { checkVoice } from './check-voice.ts';

/**
 * Checks what a job wants said before the job is taken: the text, and the voice for the engine that will speak it. A job that
 * names no actor has none that its voice could disagree with.
 *
 * @throws SpeechError on malformed SSML, where no word is left beside the markup, for a voice that the language has not, and for
 *   one of the other sex than the actor's
 */
export function checkSpeech(
  tts: TtsEngine,
  { text, language, actor, tts_params }: Pick<JobSpecification, 'text' | 'language' | 'actor' | 'tts_params'>,
): void {
  checkText(text, language);
  checkVoice(tts, {
    language,
    ...(actor && { sex: sexOfActor(actor) }),
    ...(tts_params?.voice && { voice: tts_params.voice }),
  });
}
