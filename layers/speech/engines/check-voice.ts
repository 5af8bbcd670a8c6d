import type { Language, Sex, TtsEngine } from '../../contract/index.ts';
import { SpeechError } from '../speech.ts';
import { chooseVoice, listVoices, splitVoice } from './embedded/voices.ts';
import { choosePollyVoice, POLLY_VOICES } from './polly/voices.ts';

/** What a job says about its voice. `sex` is that of its actor, where it names one. */
export interface VoiceRequest {
  language: Language;
  sex?: Sex;
  voice?: string;
}

/**
 * Checks the voice of a job before it is taken, for the engine that will speak it: Polly's where it has one for the language.
 *
 * @throws SpeechError for a name that the language has not, and for a voice of the other sex than the actor's; a language that
 *   has no voice of that sex takes the other
 */
export function checkVoice(tts: TtsEngine, { language, sex, voice }: VoiceRequest): void {
  if (voice === undefined) return;
  const known = tts === 'polly' ? choosePollyVoice(language, sex ?? 'female', voice)?.voice : undefined;
  const name = known?.id ?? chooseVoice(language, sex ?? 'female', voice);
  const choice = known ? pollyVoices(language) : listVoices(language);
  const own = choice.find((candidate) => candidate.name === splitVoice(name).name)?.sex;
  const names = choice.filter((candidate) => candidate.sex === sex).map((candidate) => candidate.name);
  if (sex === undefined || own === sex || names.length === 0) return;
  throw new SpeechError(
    'Unsuitable voice',
    `${name} is a ${own} voice, but the actor is ${sex}; did you mean "${names[0]}"? The ${sex} voices for ${language} are ${names.join(', ')}.`,
    'tts_params.voice',
  );
}

const pollyVoices = (language: Language) =>
  POLLY_VOICES.filter((voice) => voice.language === language).map(({ id, sex }) => ({ name: id, sex }));
