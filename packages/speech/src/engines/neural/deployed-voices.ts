import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type NeuralVoice, readInstalledVoices } from './voice.ts';

/** Name of the package that contains the voices in the function's image. */
export const VOICES_PACKAGE = 'neural-voices';

/** Reads the voices in the function's image. @throws Error for an image without voices */
export function readDeployedVoices(): NeuralVoice[] {
  return readInstalledVoices(dirname(createRequire(import.meta.url).resolve(`${VOICES_PACKAGE}/package.json`)));
}
