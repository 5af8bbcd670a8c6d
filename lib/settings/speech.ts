import type { ListedVoice } from '../../layers/speech/engines/neural/voice.ts';
import type { Settings } from './schema.ts';

/** The variables by which functions know who speaks. */
export const speechVariables = (
  { tts, pollyEngine }: Settings,
  voices: readonly ListedVoice[] = [],
): Record<string, string> => ({
  TTS: tts,
  ...(pollyEngine !== 'neural' && { POLLY_ENGINE: pollyEngine }),
  ...(voices.length > 0 && { VOICES: JSON.stringify(voices) }),
});
