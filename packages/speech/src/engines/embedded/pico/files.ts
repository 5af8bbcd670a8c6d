import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PicoLanguage } from './phones.ts';

/** Name of the package that contains the voices in a Lambda layer. */
export const PICO_VOICES_PACKAGE = 'svox-pico-voices';
/** Folder that contains the voices in this package. */
export const PICO_VOICES_FOLDER = join(import.meta.dirname, 'voices');

/** Voice files for each language: text analysis and signal generation. */
const FILES: Readonly<Record<PicoLanguage, readonly [string, string]>> = {
  'de-DE': ['de-DE_ta.bin', 'de-DE_gl0_sg.bin'],
  'en-GB': ['en-GB_ta.bin', 'en-GB_kh0_sg.bin'],
  'en-US': ['en-US_ta.bin', 'en-US_lh0_sg.bin'],
  'es-ES': ['es-ES_ta.bin', 'es-ES_zl0_sg.bin'],
  'fr-FR': ['fr-FR_ta.bin', 'fr-FR_nk0_sg.bin'],
  'it-IT': ['it-IT_ta.bin', 'it-IT_cm0_sg.bin'],
};

/** Finds the files of a voice next to this file or, in a bundle, in the `svox-pico-voices` package. */
export const findVoiceFiles = (language: PicoLanguage): string[] =>
  FILES[language].map((file) => {
    const own = join(PICO_VOICES_FOLDER, file);
    return existsSync(own) ? own : createRequire(import.meta.url).resolve(`${PICO_VOICES_PACKAGE}/${file}`);
  });
