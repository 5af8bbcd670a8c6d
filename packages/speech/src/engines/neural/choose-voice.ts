import { ACTORS } from '@talking-avatar/contract';
import { SpeechError, type SpeechRequest } from '../../speech.ts';
import type { ListedVoice } from './voice.ts';

/**
 * Chooses an installed voice: the named one, or one of the language and sex, which its actors share in order.
 * @returns undefined if another engine must speak: no voice has the name, or the language and sex
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
