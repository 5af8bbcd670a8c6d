import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Language, Sex } from '@talking-avatar/contract';
import { moveToClosures } from './closures.ts';
import { chainPhones, type TrueSpeech } from './truth.ts';

const run = promisify(execFile);

export interface FestivalVoice {
  language: Language;
  sex: Sex;
  /** Debian package of the voice. */
  package: string;
}

export const FESTIVAL_VOICES: Readonly<Record<string, FestivalVoice>> = {
  kal_diphone: { language: 'en-US', sex: 'male', package: 'festvox-kallpc16k' },
  ked_diphone: { language: 'en-US', sex: 'male', package: 'festvox-kdlpc16k' },
  cmu_us_slt_arctic_hts: { language: 'en-US', sex: 'female', package: 'festvox-us-slt-hts' },
  lp_diphone: { language: 'it-IT', sex: 'female', package: 'festvox-italp16k' },
  msu_ru_nsh_clunits: { language: 'ru-RU', sex: 'male', package: 'festvox-ru' },
  pc_diphone: { language: 'it-IT', sex: 'male', package: 'festvox-itapc16k' },
};

/** Time limit for all sentences of a voice, in ms. */
const TIME = 120_000;

/** Speaks sentences with a Festival voice, which reports when each phone ends. */
export async function speakWithFestival(voice: string, texts: readonly string[]): Promise<TrueSpeech[]> {
  const { language, sex } = FESTIVAL_VOICES[voice]!;
  const folder = await mkdtemp(join(tmpdir(), 'festival-'));
  try {
    const script = join(folder, 'speak.scm');
    const file = (sentence: number) => join(folder, `${sentence}.wav`);
    await writeFile(script, writeScript(voice, texts, file));
    const { stdout } = await run('festival', ['--batch', script], { timeout: TIME });
    const speeches = stdout.split('sentence\n').slice(1);
    return await Promise.all(
      texts.map(async (text, sentence) => {
        const wav = await readFile(file(sentence));
        const phones = chainPhones(readEnds(speeches[sentence] ?? ''), language);
        return {
          sentence,
          text,
          language,
          voice: `festival ${voice}`,
          sex,
          wav,
          phones: language === 'ru-RU' ? moveToClosures(phones, wav) : phones,
        };
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function writeScript(voice: string, texts: readonly string[], file: (sentence: number) => string): string {
  const speak = texts.map(
    (text, sentence) => `
(set! speech (SynthText ${JSON.stringify(text)}))
(utt.save.wave speech ${JSON.stringify(file(sentence))} 'riff)
(format t "sentence\\n")
(mapcar (lambda (segment) (format t "%s %f\\n" (item.name segment) (item.feat segment "end")))
  (utt.relation.items speech 'Segment))`,
  );
  return [`(voice_${voice})`, ...speak].join('\n');
}

function readEnds(lines: string): { name: string; end: number }[] {
  return [...lines.matchAll(/^(\S+) ([\d.]+)$/gm)].map(([, name, end]) => ({ name: name!, end: Number(end) }));
}
