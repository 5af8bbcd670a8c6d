import { alignRecording, createEmbeddedEngine, type SpeechEngine, SpeechError } from '@talking-avatar/speech';
import { collectTruth, ENGLISH, FLITE_VOICES, readOtherRussian } from '@talking-avatar/speech/testing';
import type { Figure, Section } from '../report.ts';
import { KINDS, type Pairing, pairPerson, pairTranscripts, pairWords, type Verdict } from '../speech/transcripts.ts';

/** Selects the sentences to judge, leaving out those that the thresholds were set on. */
const isJudged = ({ sentence }: { sentence: number }) => sentence % 2 === 1;
const MOST = 3;

const VERDICTS: readonly Verdict[] = ['taken', 'warned', 'refused'];

/** Errors to count, and the maximum percentage for each. */
const ERRORS: readonly { name: string; expected: Verdict | 'warned or refused'; got: Verdict; bar: string }[] = [
  { name: 'wrong, taken without a word', expected: 'refused', got: 'taken', bar: '<= 1' },
  { name: 'wrong, taken with a warning', expected: 'refused', got: 'warned', bar: '<= 5' },
  { name: 'right, refused', expected: 'taken', got: 'refused', bar: '<= 1' },
  { name: 'right, warned of', expected: 'taken', got: 'warned', bar: '<= 5' },
  { name: 'three wrong words, taken without a word', expected: 'warned or refused', got: 'taken', bar: '<= 5' },
  { name: 'partly wrong, taken without a word', expected: 'warned', got: 'taken', bar: '<= 5' },
  { name: 'partly wrong, refused', expected: 'warned', got: 'refused', bar: '<= 15' },
];

/** Counts errors for recordings with right, wrong, and partly wrong transcripts, overall and for each kind. */
export async function measureTranscripts(): Promise<Section> {
  const engine = createEmbeddedEngine();
  const { speeches, missing } = await collectTruth();
  const pairings = pairTranscripts(speeches.filter(isJudged), MOST);
  if (!missing.includes('flite')) {
    const texts = ENGLISH.filter((_, sentence) => isJudged({ sentence }));
    pairings.push(...(await pairWords(Object.keys(FLITE_VOICES), texts)));
  }
  pairings.push(...pairPerson(await readOtherRussian()));
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const pairing of pairings) {
    add(pairing.kind);
    add(`${pairing.kind}, ${await judge(pairing, engine)}`);
  }
  const count = (key: string) => counts.get(key) ?? 0;
  const sum = (expected: Verdict | 'warned or refused', ending = '') =>
    Object.entries(KINDS).reduce((total, [kind, own]) => total + (own === expected ? count(kind + ending) : 0), 0);
  const totals = ERRORS.flatMap(({ name, expected, got, bar }): Figure[] => {
    const all = sum(expected);
    return all ? [{ name, value: (100 * sum(expected, `, ${got}`)) / all, unit: `% of ${all}`, bar }] : [];
  });
  const measured = Object.entries(KINDS).filter(([kind]) => count(kind) > 0);
  const kinds = measured.flatMap(([kind, expected]) =>
    VERDICTS.filter((verdict) => verdict !== expected).map(
      (verdict): Figure => ({
        name: `${kind}: ${verdict}`,
        value: count(`${kind}, ${verdict}`),
        unit: `of ${count(kind)}`,
      }),
    ),
  );
  return { title: 'Right and wrong transcripts', figures: [...totals, ...kinds], missing };
}

async function judge({ audio, text, language }: Pairing, engine: SpeechEngine): Promise<Verdict> {
  try {
    const { warnings } = await alignRecording({ audio, text, language }, engine);
    return warnings.length > 0 ? 'warned' : 'taken';
  } catch (error) {
    if (error instanceof SpeechError) return 'refused';
    throw error;
  }
}
