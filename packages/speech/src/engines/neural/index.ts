export { readDeployedVoices, VOICES_PACKAGE } from './deployed-voices.ts';
export { createNeuralEngine } from './engine.ts';
export { KOKORO_LANGUAGES } from './kokoro-phonemes.ts';
export { closeSession, setRuntimeFolder } from './runtime.ts';
export {
  type InstalledVoice,
  installedVoiceSchema,
  type ListedVoice,
  MANIFEST,
  type NeuralVoice,
  readInstalledVoices,
  VOICE_KINDS,
} from './voice.ts';
