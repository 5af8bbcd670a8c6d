import type { Settings } from './schema.ts';

/** Returns environment variables for the speech engine. @param voices names, languages, sexes, and licenses of the neural voices */
export const speechVariables = ({ tts, pollyEngine }: Settings, voices: readonly { name: string }[] = []): Record<string, string> => ({
  TTS: tts,
  ...(pollyEngine !== 'neural' && { POLLY_ENGINE: pollyEngine }),
  ...(voices.length > 0 && { VOICES: JSON.stringify(voices) }),
});
