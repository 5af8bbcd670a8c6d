import { alignRecording, createEmbeddedEngine, SpeechError } from '@talking-avatar/speech';
import { listPassages, type Passage, recordPassage, shortenedPassage, wholePassage } from '@talking-avatar/speech/testing';
import type { Figure, Section } from '../report.ts';

/** Tempos of the recordings. */
const TEMPOS = [0.75, 1, 1.25, 1.5, 2];

type Verdict = 'taken' | 'warned' | 'refused';

/** The spoken and the written text of a passage. Optional words are in brackets. */
interface Kind {
  name: string;
  said: (passage: Passage) => string;
  written: (passage: Passage) => string;
  tempos: readonly number[];
  /** True if the voice itself speaks at these tempos. Otherwise, its recording is sped up. */
  isVoice?: boolean;
  /** The verdict to count, and its maximum. */
  counted: Verdict;
  bar: string;
}

const whole = ({ passage }: Passage) => wholePassage(passage);
const shortened = ({ passage }: Passage) => shortenedPassage(passage);
const next = ({ language, number }: Passage) =>
  wholePassage(listPassages().find((other) => other.language === language && other.number === (number + 1) % 3)!.passage);

const KINDS: readonly Kind[] = [
  { name: 'right, refused', said: whole, written: whole, tempos: TEMPOS, counted: 'refused', bar: '<= 1' },
  { name: 'right, warned of', said: whole, written: whole, tempos: TEMPOS, counted: 'warned', bar: '<= 2' },
  {
    name: 'right, a faster voice, refused',
    said: whole,
    written: whole,
    tempos: [1.5, 2],
    isVoice: true,
    counted: 'refused',
    bar: '<= 1',
  },
  { name: 'another text, taken', said: whole, written: next, tempos: TEMPOS, counted: 'taken', bar: '<= 0' },
  { name: 'another text, warned of', said: whole, written: next, tempos: TEMPOS, counted: 'warned', bar: '<= 6' },
  {
    name: 'two words not written, taken',
    said: whole,
    written: shortened,
    tempos: [1, 2],
    counted: 'taken',
    bar: '<= 9',
  },
  {
    name: 'two words not said, taken',
    said: shortened,
    written: whole,
    tempos: [1, 2],
    counted: 'taken',
    bar: '<= 14',
  },
];

/** Counts the verdicts on 48 passages in all languages, at several tempos, with both right and wrong transcripts. */
export async function measureTempos(): Promise<Section> {
  const engine = createEmbeddedEngine();
  const verdicts = new Map<string, Verdict>();
  const figures: Figure[] = [];
  for (const { name, said, written, tempos, counted, bar, isVoice = false } of KINDS) {
    for (const tempo of tempos) {
      let [count, all] = [0, 0];
      for (const passage of listPassages()) {
        const [heard, text] = [said(passage), written(passage)];
        const key = JSON.stringify([heard, text, tempo, isVoice]);
        if (!verdicts.has(key)) {
          const { audio } = await recordPassage(passage, engine, { text: heard, [isVoice ? 'rate' : 'tempo']: tempo });
          verdicts.set(key, await judge(audio, text, passage));
        }
        all++;
        if (verdicts.get(key) === counted) count++;
      }
      figures.push({ name: `${name}, tempo ${tempo}`, value: count, unit: `of ${all}`, bar });
    }
  }
  return { title: 'Transcripts at several tempos', figures };

  async function judge(audio: Parameters<typeof alignRecording>[0]['audio'], text: string, { language }: Passage): Promise<Verdict> {
    try {
      const { warnings } = await alignRecording({ audio, text, language }, engine);
      return warnings.length > 0 ? 'warned' : 'taken';
    } catch (error) {
      if (error instanceof SpeechError) return 'refused';
      throw error;
    }
  }
}
