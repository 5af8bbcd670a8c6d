import type { Language, Sex, TtsEngine } from '../../contract/index.ts';
import { SpeechError } from '../speech.ts';
import { chooseVoice, listVoices, sexOfVoice } from './embedded/voices.ts';
import { choosePollyVoice, POLLY_VOICES } from './polly/voices.ts';

/** What a job specifies about its voice. `sex` is that of its actor, if it names one. */
export interface VoiceRequest {
  language: Language;
  sex?: Sex;
  voice?: string;
}

/**
 * Checks the voice of a job for the engine that will speak it: Polly's voices where Polly supports the language, else the
 * embedded engine's.
 *
 * @throws SpeechError for a voice that the language does not have, and for a voice of another sex than the actor's if the
 *   language has voices of the actor's sex
 */
export function validateVoice(tts: TtsEngine, { language, sex, voice }: VoiceRequest): void {
  if (voice === undefined) return;
  const known = tts === 'polly' ? choosePollyVoice(language, sex ?? 'female', voice)?.voice : undefined;
  const name = known?.id ?? chooseVoice(language, sex ?? 'female', voice);
  const choice = known ? pollyVoices(language) : listVoices(language);
  const own = known ? choice.find((candidate) => candidate.name === name)?.sex : sexOfVoice(name);
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
