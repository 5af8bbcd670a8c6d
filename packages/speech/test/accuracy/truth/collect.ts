import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Language } from '@talking-avatar/contract';
import { FESTIVAL_VOICES, speakWithFestival } from './festival.ts';
import { FLITE_VOICES, speakWithFlite } from './flite.ts';
import { RUSSIAN_PACKAGE, readRussian } from './russian.ts';
import { ENGLISH, ITALIAN, RUSSIAN } from './sentences.ts';
import type { TrueSpeech } from './truth.ts';

const run = promisify(execFile);

const TEXTS: Partial<Record<Language, readonly string[]>> = { 'it-IT': ITALIAN, 'ru-RU': RUSSIAN };

export interface Truth {
  speeches: TrueSpeech[];
  /** Debian packages for the voices that are not installed. */
  missing: string[];
}

/** Collects sentences spoken by every synthesizer that is installed. */
export async function collectTruth(): Promise<Truth> {
  const truth: Truth = { speeches: [], missing: [] };
  if (await isInstalled('flite', ['--version'])) {
    for (const voice of Object.keys(FLITE_VOICES)) {
      for (const [sentence, text] of ENGLISH.entries()) {
        truth.speeches.push(await speakWithFlite(voice, text, sentence));
      }
    }
  } else {
    truth.missing.push('flite');
  }
  const festival = await isInstalled('festival', ['--version']);
  if (!festival) truth.missing.push('festival');
  for (const [voice, { language, package: name }] of Object.entries(FESTIVAL_VOICES)) {
    const known = festival && (await isInstalled('festival', ['--batch', `(or (boundp 'voice_${voice}) (exit 1))`]));
    if (known) truth.speeches.push(...(await speakWithFestival(voice, TEXTS[language] ?? ENGLISH)));
    else truth.missing.push(name);
  }
  const russian = await readRussian();
  truth.speeches.push(...russian);
  if (russian.length === 0) truth.missing.push(RUSSIAN_PACKAGE);
  return truth;
}

/** Time limit for checking a program, in ms. */
const TIME = 10_000;

async function isInstalled(command: string, parameters: string[]): Promise<boolean> {
  // flite exits with a nonzero status after printing its version, so any exit status will do.
  return run(command, parameters, { timeout: TIME }).then(
    () => true,
    (error: NodeJS.ErrnoException) => command === 'flite' && error.code !== 'ENOENT',
  );
}
