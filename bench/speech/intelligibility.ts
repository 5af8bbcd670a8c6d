import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Audio, encodeWav, normalizeLoudness } from '@talking-avatar/speech';
import { resample } from '@talking-avatar/speech/testing';
import { distance } from 'fastest-levenshtein';

const run = promisify(execFile);

/** Ordinary sentences without numbers or names. We wrote them ourselves; they contain 255 words. */
export const SENTENCES: readonly string[] = [
  'The weather was cold and wet for most of the week.',
  'She opened the window because the room was very warm.',
  'We walked along the river until it started to rain.',
  'Please leave your coat and your bag near the door.',
  'My brother works in a small office in the city.',
  'They are going to paint the kitchen yellow and white.',
  'The train to the airport leaves every twenty minutes.',
  'He forgot to buy milk and bread on the way home.',
  'Our new neighbors have three children and a large dog.',
  'You can pay with cash or with a credit card.',
  'The doctor told him to rest for a few days.',
  'I would like to thank everyone who came to the party.',
  'This book is about a young woman who travels around the world.',
  'The children played in the garden all afternoon.',
  'There is a good restaurant on the other side of the street.',
  'It takes about an hour to drive to the beach.',
  'The meeting was moved to the second week of March.',
  'Nobody knew the answer to the last question.',
  'The company will open two new stores next year.',
  'Can you help me find the key to this box?',
  'The old man sat on a bench and fed the birds.',
  'We need more time to finish the work on the bridge.',
  'The teacher asked the students to read the first chapter.',
  'There was a long line of cars in front of the hotel.',
  'She told her friends a funny story about her cat.',
];

/** Maximum word error rate at normal speed, by language. At 0.75 to 1.5 times the speed, twice as much is allowed. */
export const WORD_ERROR_BARS = { 'en-US': 0.1, 'en-GB': 0.22 } as const;

/** Sample rate of the recognizer in Hz, and how much silence it needs before and after a sentence, in s. */
const SAMPLE_RATE = 16_000;
const SILENCE = 0.3;

/** Time limit for all sentences, in ms. Each sentence takes 1.5 s of CPU time. */
const RECOGNITION_TIMEOUT = 3_600_000;

/** The PocketSphinx program and its American English model. */
export interface Recognizer {
  program: string;
  model: string;
  libraries: string;
}

/**
 * Finds PocketSphinx, which is either installed or unpacked (`dpkg -x`) into the folder that POCKETSPHINX names.
 *
 * @returns undefined if it cannot be found
 */
export function findRecognizer(): Recognizer | undefined {
  const roots = [process.env.POCKETSPHINX ?? '', ''].map((root) => join(root || '/', 'usr'));
  const root = roots.find((folder) => existsSync(join(folder, 'bin', 'pocketsphinx_batch')));
  const model = root && join(root, 'share', 'pocketsphinx', 'model', 'en-us');
  if (!root || !model || !existsSync(join(model, 'en-us.lm.bin'))) return undefined;
  const libraries = join(root, 'lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu');
  return { program: join(root, 'bin', 'pocketsphinx_batch'), model, libraries };
}

/** Explains how to install PocketSphinx. */
export const INSTALL_HINT =
  'Measuring word errors requires PocketSphinx. Run apt-get install pocketsphinx pocketsphinx-en-us; or apt-get download these, libpocketsphinx3, and libsphinxbase3, dpkg -x each into a folder, and set POCKETSPHINX to it.';

/**
 * Measures the word error rate of PocketSphinx for a voice.
 *
 * @param speak speaks a sentence
 * @param sentences sentences to speak
 * @returns number of substituted, missing, and added words per spoken word
 */
export async function measureWordErrors(
  recognizer: Recognizer,
  speak: (text: string) => Promise<Audio>,
  sentences = SENTENCES,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'words-'));
  try {
    for (const [i, text] of sentences.entries()) {
      await writeFile(join(folder, `${i}.wav`), encodeWav(surround(await speak(text))));
    }
    const heard = await recognize(recognizer, folder, sentences.length);
    const counts = sentences.map((text, i) => countErrors(text, heard.get(i) ?? ''));
    return counts.reduce((sum, { errors }) => sum + errors, 0) / counts.reduce((sum, { words }) => sum + words, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Converts audio to the sample rate of the recognizer and to -16 LUFS, and pads it with silence. */
function surround(audio: Audio): Audio {
  const { samples } = normalizeLoudness(
    audio.sampleRate === SAMPLE_RATE
      ? audio
      : { samples: resample(audio, audio.sampleRate / SAMPLE_RATE).samples, sampleRate: SAMPLE_RATE },
  ).audio;
  const silence = Math.round(SILENCE * SAMPLE_RATE);
  const padded = new Float32Array(samples.length + 2 * silence);
  padded.set(samples, silence);
  return { samples: padded, sampleRate: SAMPLE_RATE };
}

/** @returns the words that were recognized, by sentence number */
async function recognize({ program, model, libraries }: Recognizer, folder: string, count: number): Promise<Map<number, string>> {
  const list = join(folder, 'list');
  const result = join(folder, 'result');
  await writeFile(list, Array.from({ length: count }, (_, i) => `${i}\n`).join(''));
  const input = ['-adcin', 'yes', '-adchdr', '44', '-cepdir', folder, '-cepext', '.wav', '-ctl', list];
  const models = ['-hmm', join(model, 'en-us'), '-lm', join(model, 'en-us.lm.bin')];
  const dictionary = ['-dict', join(model, 'cmudict-en-us.dict'), '-hyp', result, '-logfn', '/dev/null'];
  const path = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  await run(program, [...input, ...models, ...dictionary], {
    timeout: RECOGNITION_TIMEOUT,
    env: { ...process.env, LD_LIBRARY_PATH: path },
  });
  const lines = (await readFile(result, 'utf8')).split('\n');
  return new Map(
    lines.flatMap((line): [number, string][] => {
      const [, text, number] = /^(.*) \((\d+) -?\d+\)$/.exec(line) ?? [];
      return number === undefined ? [] : [[Number(number), text ?? '']];
    }),
  );
}

/** Computes the Levenshtein distance between two lists of words by encoding each word as one character. */
function countErrors(said: string, heard: string): { errors: number; words: number } {
  const split = (text: string) => text.toLowerCase().match(/[a-z']+/g) ?? [];
  const [one, other] = [split(said), split(heard.replace(/\(\d+\)/g, ''))];
  const known = [...new Set([...one, ...other])];
  const write = (words: readonly string[]) => words.map((word) => String.fromCharCode(0x4e00 + known.indexOf(word))).join('');
  return { errors: distance(write(one), write(other)), words: one.length };
}
