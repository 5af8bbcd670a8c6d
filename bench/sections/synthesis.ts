import type { Language } from '@talking-avatar/contract';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import type { Figure, Section } from '../report.ts';
import { openEchogardenVoice } from '../speech/echogarden.ts';

/**
 * Passages in four languages, each long enough to make startup time negligible. The English one is spoken by both of our English voices.
 */
const PASSAGES: readonly (readonly [Language, string])[] = [
  ['en-GB', 'The ship leaves at half past nine, and whoever is late has to wait for the next one until the evening. '],
  ['de-DE', 'Das Schiff fährt um halb zehn, und wer zu spät kommt, wartet bis zum Abend auf das nächste. '],
  ['it-IT', 'La nave parte alle nove e mezza, e chi arriva tardi aspetta la prossima fino alla sera. '],
  ['ru-RU', 'Корабль уходит в половине десятого, и кто опоздает, тот ждёт следующего до самого вечера. '],
  ['en-US', 'The ship leaves at half past nine, and whoever is late has to wait for the next one until the evening. '],
];

const REPEATS = 4;

type Speak = (text: string, language: Language) => Promise<number>;

/** Compares our synthesis with echogarden's on a single core, using the same texts. */
export async function measureSynthesis(): Promise<Section> {
  const engine = createEmbeddedEngine();
  const own: Speak = async (text, language) => (await engine.speak({ text, language, sex: 'female', speed: 1 })).timeline.duration;
  const peer = await openEchogardenVoice();
  const figures = [...(await measure('ours', own)), ...(await measure('echogarden', peer))];
  return { title: 'Synthesis beside echogarden', figures };
}

async function measure(who: string, speak: Speak): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [language, passage] of PASSAGES) {
    // Warm up first, because the first call loads voices and code.
    await speak(passage, language);
    const before = process.cpuUsage();
    const seconds = await speak(passage.repeat(REPEATS), language);
    const { user, system } = process.cpuUsage(before);
    figures.push({
      name: `${language}, ${who}`,
      value: seconds / ((user + system) / 1e6),
      unit: '× real time',
    });
  }
  return figures;
}
