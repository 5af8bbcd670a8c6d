import { ACTORS } from '@talking-avatar/contract';
import { SpeechError, type SpeechRequest } from '../../speech.ts';
import type { ListedVoice } from './voice.ts';

/**
 * Chooses among the installed voices: the one that the client names, else one of the language and the sex. Actors of one sex
 * share them, in order.
 *
 * @returns undefined when another engine must speak: no voice has the name, or none the language and the sex
 * @throws SpeechError for a voice of another language
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
