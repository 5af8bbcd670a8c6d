import { ACTORS } from '@talking-avatar/contract';
import { SpeechError, type SpeechRequest } from '../../speech.ts';
import type { ListedVoice } from './voice.ts';

/**
 * Chooses an installed voice, either by name or by language and sex. The suitable voices are assigned in order to the actors of that sex.
 * @returns undefined if no voice has that name, or that language and sex, in which case another engine must speak
 * @throws SpeechError for a voice in another language
 */
export function chooseNeuralVoice<Voice extends ListedVoice>(
  voices: readonly Voice[],
  { language, sex, voice: wanted, actor }: Pick<SpeechRequest, 'language' | 'voice' | 'actor'> & Partial<SpeechRequest>,
): Voice | undefined {
  if (wanted !== undefined) {
    const named = voices.find(({ name }) => name === wanted);
    if (!named || named.language === language) return named;
    const fault = `the voice ${wanted} speaks ${named.language}, not ${language}.`;
    throw new SpeechError('Unknown voice', fault, 'tts_params.voice');
  }
  const suitable = voices.filter((voice) => voice.language === language && voice.sex === sex);
  const place = ACTORS.filter((one) => one.sex === sex).findIndex(({ id }) => id === actor);
  return suitable[Math.max(0, place) % suitable.length];
}
