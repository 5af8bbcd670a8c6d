import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PicoLanguage } from './phones.ts';

/** Name of the package of the Lambda layer with the voices. */
export const PICO_VOICES_PACKAGE = 'svox-pico-voices';

/** Folder of the voices in a checkout. */
export const PICO_VOICES_FOLDER = join(import.meta.dirname, 'voices');

/** Files of a voice by its language: text analysis, and signal generation. */
const FILES: Readonly<Record<PicoLanguage, readonly [string, string]>> = {
  'de-DE': ['de-DE_ta.bin', 'de-DE_gl0_sg.bin'],
  'en-GB': ['en-GB_ta.bin', 'en-GB_kh0_sg.bin'],
  'en-US': ['en-US_ta.bin', 'en-US_lh0_sg.bin'],
  'es-ES': ['es-ES_ta.bin', 'es-ES_zl0_sg.bin'],
  'fr-FR': ['fr-FR_ta.bin', 'fr-FR_nk0_sg.bin'],
  'it-IT': ['it-IT_ta.bin', 'it-IT_cm0_sg.bin'],
};

/** Finds the files of a voice in the Lambda layer or, in a checkout, beside this file. */
export const findVoiceFiles = (language: PicoLanguage): string[] =>
  FILES[language].map((file) => {
    const inCheckout = join(PICO_VOICES_FOLDER, file);
    return existsSync(inCheckout) ? inCheckout : createRequire(import.meta.url).resolve(`${PICO_VOICES_PACKAGE}/${file}`);
  });
