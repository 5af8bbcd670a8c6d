import type { SpeechTimeline } from '@talking-avatar/contract';
import { alignRecording, createEmbeddedEngine, decodeWav } from '@talking-avatar/speech';
import type { TrueSpeech } from '@talking-avatar/speech/testing';
import { type Accuracy, collectTruth, compare, summarize } from '@talking-avatar/speech/testing';
import type { Figure, Section } from '../report.ts';
import { openEchogarden } from '../speech/echogarden.ts';

const FIGURES: Partial<Record<keyof Accuracy, { name: string; unit: string }>> = {
  wordMedian: { name: 'word, median error', unit: 'ms' },
  wordP90: { name: 'word, p90', unit: 'ms' },
  phoneMedian: { name: 'phone, median error', unit: 'ms' },
  phoneP90: { name: 'phone, p90', unit: 'ms' },
};

type Align = (speech: TrueSpeech) => Promise<SpeechTimeline>;

/** Compares our alignment with echogarden's on the same English sentences. Neither was tuned on them. */
export async function measurePeers(): Promise<Section> {
  const { speeches, missing } = await collectTruth();
  const heldOut = speeches.filter(({ sentence, language }) => language === 'en-US' && sentence % 4 === 1);
  const title = `Alignment beside echogarden (${heldOut.length} sentences)`;
  if (heldOut.length === 0) return { title, figures: [], missing };
  const engine = createEmbeddedEngine();
  const own: Align = async ({ wav, text, language }) => (await alignRecording({ audio: decodeWav(wav), text, language }, engine)).timeline;
  const figures = [...(await measure('ours', heldOut, own)), ...(await measure('echogarden', heldOut, await openEchogarden()))];
  return { title, figures, missing };
}

async function measure(who: string, speeches: readonly TrueSpeech[], align: Align): Promise<Figure[]> {
  // Warm up first, because the first call loads voices and code.
  await align(speeches[0]!);
  const processor = process.cpuUsage();
  const timelines: SpeechTimeline[] = [];
  for (const speech of speeches) timelines.push(await align(speech));
  const { user, system } = process.cpuUsage(processor);
  const seconds = speeches.reduce((sum, { phones }) => sum + phones.at(-1)!.end, 0);
  const accuracy = summarize(timelines.map((timeline, index) => compare(timeline, speeches[index]!.phones)));
  return [
    ...Object.entries(FIGURES).map(([key, { name, unit }]) => ({
      name: `${name}, ${who}`,
      value: accuracy[key as keyof Accuracy],
      unit,
    })),
    { name: `speed on one core, ${who}`, value: seconds / ((user + system) / 1e6), unit: '× real time' },
  ];
}
