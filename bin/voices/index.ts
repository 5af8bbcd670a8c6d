export { selectVoices, VOICES_FOLDER } from '../../lib/bundle/voices.ts';
export { addVoices } from './add.ts';
export { installRuntime } from './runtime.ts';
