import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LANGUAGES, type Language, type SpeechTimeline } from '@talking-avatar/contract';
import { type Audio, decodeWav, encodeWav, type SpeechEngine } from '../../src/index.ts';
import { PASSAGES } from './passages.ts';

const run = promisify(execFile);

/** Time limit for ffmpeg to process a passage, in ms. */
const TIME = 30_000;

/** Voices for the three passages in a language. They are the ones that sound the least like the reference voice of the alignment. */
const VOICES: Partial<Record<Language, readonly [string, string, string]>> = {
  'en-US': ['svox/en-US', 'cmu_us_slt', 'cmu_us_awb'],
  'en-GB': ['svox/en-GB', 'gmw/en-GB-x-rp+f2', 'svox/en-GB+m1'],
  'es-ES': ['svox/es-ES', 'roa/es+f2', 'svox/es-ES+m1'],
  'de-DE': ['svox/de-DE', 'gmw/de+f2', 'svox/de-DE+m1'],
  'it-IT': ['svox/it-IT', 'roa/it+f2', 'svox/it-IT+m1'],
  'fr-FR': ['svox/fr-FR', 'roa/fr+f2', 'svox/fr-FR+m1'],
};

/** Actors for the other languages. They have a long, a short, and a medium vocal tract. */
const ACTORS = ['elena', 'farid', 'kavya'] as const;

/** A passage with its voice, and where it is in the lists of languages and passages. */
export interface Passage {
  language: Language;
  number: number;
  passage: string;
  voice: { voice?: string; actor?: string };
}

/** Lists all 48 passages, in all languages. */
export const listPassages = (): Passage[] =>
  LANGUAGES.flatMap((language) =>
    PASSAGES[language].map((passage, number) => {
      const voice = VOICES[language]?.[number];
      return { language, number, passage, voice: voice ? { voice } : { actor: ACTORS[number]! } };
    }),
  );

/** A recording of a passage, along with its true timeline. */
export interface Recording {
  audio: Audio;
  timeline: SpeechTimeline;
}

/**
 * Records a passage.
 *
 * @param text text to speak
 * @param rate factor for the speech rate of the voice
 * @param tempo factor for the tempo of the recording, which keeps its pitch (WSOLA)
 */
export async function recordPassage(
  { language, voice }: Passage,
  engine: SpeechEngine,
  { text, rate = 1, tempo = 1 }: { text: string; rate?: number; tempo?: number },
): Promise<Recording> {
  const { audio, timeline } = await engine.speak({ text, language, sex: 'female', speed: rate, ...voice });
  if (tempo === 1) return { audio, timeline };
  const scale = <Item extends { start: number; end: number }>(item: Item): Item => ({
    ...item,
    start: item.start / tempo,
    end: item.end / tempo,
  });
  return {
    audio: await changeTempo(audio, tempo),
    timeline: {
      ...timeline,
      duration: timeline.duration / tempo,
      phones: timeline.phones.map(scale),
      words: timeline.words.map(scale),
      marks: timeline.marks.map(scale),
    },
  };
}

async function changeTempo(audio: Audio, tempo: number): Promise<Audio> {
  const folder = await mkdtemp(join(tmpdir(), 'tempo-'));
  try {
    const [wav, file] = [join(folder, 'voice.wav'), join(folder, 'faster.wav')];
    await writeFile(wav, encodeWav(audio));
    const filter = ['-af', `atempo=${tempo}`, '-bitexact', '-c:a', 'pcm_s16le'];
    await run('ffmpeg', ['-nostdin', '-v', 'error', '-i', wav, ...filter, file], { timeout: TIME });
    return decodeWav(await readFile(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
