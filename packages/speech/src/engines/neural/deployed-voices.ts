import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type NeuralVoice, readInstalledVoices } from './voice.ts';

/** Name of the package that contains the voices in the function's container image. */
export const VOICES_PACKAGE = 'neural-voices';

/** Reads the voices in the function's container image. @throws Error if the image contains no voices */
export function readDeployedVoices(): NeuralVoice[] {
  return readInstalledVoices(dirname(createRequire(import.meta.url).resolve(`${VOICES_PACKAGE}/package.json`)));
}
