import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { moveToClosures } from './closures.ts';
import { chainPhones, type TrueSpeech } from './truth.ts';

const run = promisify(execFile);

/** Debian package with the recordings that Festival's Russian voice is based on, and the folder that they are in. */
export const RUSSIAN_PACKAGE = 'festvox-ru';
const FOLDER = '/usr/share/festival/voices/russian/msu_ru_nsh_clunits';

/** Number of recordings to use, and the maximum length of their text in characters. */
const COUNT = 32;
const LONGEST = 110;

/** Number of other recordings with the same maximum length, which are used to test transcripts. */
const OTHERS = 40;

/** Time limit for reading a recording, in ms. */
const TIME = 120_000;

/** Reads recordings of a man, along with the phone labels by the authors of the voice. Empty if they are not installed. */
export const readRussian = (): Promise<TrueSpeech[]> => readPrompts(0, COUNT);

/** Reads other recordings of the same man. */
export const readOtherRussian = (): Promise<TrueSpeech[]> => readPrompts(COUNT, COUNT + OTHERS);

async function readPrompts(from: number, to: number): Promise<TrueSpeech[]> {
  const list = await readFile(join(FOLDER, 'etc', 'txt.done.data'), 'utf8').catch(() => '');
  const prompts = [...list.matchAll(/^\( (\w+) "(.*)" \)$/gm)]
    .map(([, name, text]) => ({ name: name!, text: text!.replaceAll('+', '') }))
    .filter(({ text }) => text.length <= LONGEST)
    .slice(from, to);
  return Promise.all(
    prompts.map(async ({ name, text }, sentence) => {
      const wav = await readMono(join(FOLDER, 'wav', `${name}.wav`));
      const labels = readLabels(await readFile(join(FOLDER, 'lab', `${name}.lab`), 'utf8'));
      return {
        sentence,
        text,
        language: 'ru-RU' as const,
        voice: 'recorded Russian',
        sex: 'male' as const,
        wav,
        phones: moveToClosures(chainPhones(labels, 'ru-RU'), wav),
      };
    }),
  );
}

const readLabels = (lines: string) =>
  [...lines.matchAll(/^([\d.]+) \d+ (\S+)$/gm)].map(([, end, name]) => ({ name: name!, end: Number(end) }));

async function readMono(file: string): Promise<Uint8Array> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-ac', '1', '-ar', '16000', '-f', 'wav', 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 16 * 1024 * 1024,
    timeout: TIME,
  });
  return stdout;
}
