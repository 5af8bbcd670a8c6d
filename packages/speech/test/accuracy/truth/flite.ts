import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sex } from '@talking-avatar/contract';
import { chainPhones, type TrueSpeech } from './truth.ts';

const run = promisify(execFile);

export const FLITE_VOICES: Readonly<Record<string, Sex>> = { kal16: 'male', awb: 'male', rms: 'male', slt: 'female' };

/** Time limit per sentence, in ms. */
const TIME = 30_000;

/** Speaks an English sentence with flite, which reports when each phone ends. */
export async function speakWithFlite(voice: string, text: string, sentence: number): Promise<TrueSpeech> {
  const folder = await mkdtemp(join(tmpdir(), 'flite-'));
  try {
    const file = join(folder, 'speech.wav');
    const { stdout } = await run('flite', ['-voice', voice, '-psdur', '-t', text, '-o', file], { timeout: TIME });
    const ends = [...stdout.matchAll(/(\S+):([\d.]+)/g)].map(([, name, end]) => ({ name: name!, end: Number(end) }));
    return {
      sentence,
      text,
      language: 'en-US',
      voice: `flite ${voice}`,
      sex: FLITE_VOICES[voice]!,
      wav: await readFile(file),
      phones: chainPhones(ends, 'en-US'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
