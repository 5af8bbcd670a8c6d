export { addVoices } from './add.ts';
export { installRuntime } from './runtime.ts';
export { selectVoices, VOICES_FOLDER } from '../../lib/bundle/voices.ts';
