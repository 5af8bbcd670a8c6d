import type { Language, Sex, TtsEngine } from '@talking-avatar/contract';
import { SpeechError } from '../speech.ts';
import { chooseVoice, isEmbeddedVoice, listVoices, sexOfVoice } from './embedded/voices.ts';
import { chooseNeuralVoice } from './neural/choose-voice.ts';
import type { ListedVoice } from './neural/voice.ts';
import { choosePollyVoice, POLLY_VOICES } from './polly/voices.ts';

/** Voice settings of a job. `sex` is the sex of the job's actor, if any. */
export interface VoiceRequest {
  language: Language;
  sex?: Sex;
  voice?: string;
}

/**
 * Checks the voice of a job against the voices that are available: the deployment's neural voices, and Polly's voices if Polly supports the
 * language, or else the embedded engine's voices.
 * @throws SpeechError for a voice in another language, and for a voice of the wrong sex if the language has voices of the actor's sex
 */
export function validateVoice(tts: TtsEngine, request: VoiceRequest, neural: readonly ListedVoice[] = []): void {
  const { language, sex = 'female', voice } = request;
  if (voice === undefined) return;
  const own = neural.filter((one) => one.language === language);
  const chosen = chooseNeuralVoice(neural, { language, sex, voice });
  if (chosen) {
    checkSex(chosen.name, chosenSex(own, chosen.name), own, request);
    return;
  }
  try {
    const known = tts === 'polly' ? choosePollyVoice(language, sex, voice)?.voice : undefined;
    const name = known?.id ?? chooseVoice(language, sex, voice);
    const choice = known ? pollyVoices(language) : listVoices(language);
    checkSex(name, known ? chosenSex(choice, name) : sexOfVoice(name), choice, request);
  } catch (error) {
    if (!(error instanceof SpeechError) || error.title !== 'Unknown voice' || own.length === 0) throw error;
    const names = own.map(({ name }) => name).join(', ');
    throw new SpeechError(error.title, `${error.message} The neural voices are ${names}.`, error.field);
  }
}

/** @throws SpeechError for a voice of the wrong sex if there are voices of the actor's sex */
function checkSex(
  name: string,
  own: Sex | undefined,
  choice: readonly { name: string; sex: Sex }[],
  { language, sex }: VoiceRequest,
): void {
  const names = choice.filter((candidate) => candidate.sex === sex).map((candidate) => candidate.name);
  if (sex === undefined || own === sex || names.length === 0) return;
  throw new SpeechError(
    'Unsuitable voice',
    `${name} is a ${own} voice, but the actor is ${sex}; did you mean "${names[0]}"? The ${sex} voices for ${language} are ${names.join(', ')}.`,
    'tts_params.voice',
  );
}

/**
 * Checks whether the embedded engine or Polly has a voice with this name in any language. A neural voice must have a different name, or it
 * would replace that voice. Polly voice names are case-insensitive.
 */
export const isBuiltInVoice = (name: string): boolean =>
  isEmbeddedVoice(name) || POLLY_VOICES.some(({ id }) => id.toLowerCase() === name.toLowerCase());

const pollyVoices = (language: Language) =>
  POLLY_VOICES.filter((voice) => voice.language === language).map(({ id, sex }) => ({ name: id, sex }));

const chosenSex = (choice: readonly { name: string; sex: Sex }[], name: string) => choice.find((candidate) => candidate.name === name)?.sex;
