import type { Settings } from './schema.ts';

/**
 * The variables by which functions know who speaks.
 *
 * @param voices The deployment's neural voices: names, languages, sexes and licences.
 */
export const speechVariables = ({ tts, pollyEngine }: Settings, voices: readonly { name: string }[] = []): Record<string, string> => ({
  TTS: tts,
  ...(pollyEngine !== 'neural' && { POLLY_ENGINE: pollyEngine }),
  ...(voices.length > 0 && { VOICES: JSON.stringify(voices) }),
});
