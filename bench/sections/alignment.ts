import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import { collectTruth } from '@talking-avatar/speech/testing';
import type { Figure, Section } from '../report.ts';
import { measureAccuracy } from '../speech/accuracy.ts';
import type { Speed } from '../speech/speed.ts';

const run = promisify(execFile);

/** Signal-to-noise ratio of noisy clips, in dB. */
const NOISE = 10;

/** How much faster an adult's recording is played to make it sound like a child's. */
const CHILD = 1.35;

/** Durations of the recordings for measuring speed and memory, in s, and the one that thresholds apply to. */
const LENGTHS = [60, 180, 600, 1750];
const JUDGED_LENGTH = 180;

const SPEED_TIME = 600_000;

type Condition = 'clean' | 'noisy' | 'child' | 'Italian' | 'Russian';

type Measured = Awaited<ReturnType<typeof measureAccuracy>>;

/** Name and unit of each figure, and its thresholds by condition. */
const FIGURES: Readonly<Record<keyof Measured, { name: string; unit: string } & Partial<Record<Condition, string>>>> = {
  wordMedian: { name: 'word, median error', unit: 'ms', clean: '<= 20', Italian: '<= 20', Russian: '<= 20' },
  wordMean: { name: 'word, mean error', unit: 'ms' },
  wordP90: { name: 'word, p90', unit: 'ms', clean: '<= 60', Italian: '<= 65', Russian: '<= 65' },
  phoneMedian: { name: 'phone, median error', unit: 'ms', clean: '<= 12', Italian: '<= 15', Russian: '<= 15' },
  phoneMean: { name: 'phone, mean error', unit: 'ms' },
  phoneP90: { name: 'phone, p90', unit: 'ms', clean: '<= 45', Italian: '<= 50', Russian: '<= 50' },
  phonesWithin50: { name: 'phones within 50 ms', unit: '', clean: '>= 0.9', Italian: '>= 0.9', Russian: '>= 0.9' },
  closuresFound: {
    name: 'p b m within 60 ms',
    unit: '',
    clean: '>= 0.9',
    noisy: '>= 0.86',
    Italian: '>= 0.88',
    Russian: '>= 0.88',
  },
  refused: {
    name: 'right texts refused',
    unit: '',
    clean: '<= 0',
    noisy: '<= 0.01',
    child: '<= 0.02',
    Italian: '<= 0',
    Russian: '<= 0',
  },
};

/**
 * Compares the alignment with known times for sentences that it was not tuned on: English from independent synthesizers (flite and festival
 * from Debian), both clean and noisy, and as a child's voice; Italian; and recordings of a Russian speaker. Also measures its speed.
 */
export async function measureAlignment(): Promise<Section> {
  const engine = createEmbeddedEngine();
  const { speeches, missing } = await collectTruth();
  const odd = speeches.filter(({ sentence }) => sentence % 2 === 1);
  const heldOut = odd.filter(({ language }) => language === 'en-US');
  const italian = odd.filter(({ language }) => language === 'it-IT');
  const figures: Figure[] = [];
  if (heldOut.length > 0) {
    figures.push(...describe('clean', await measureAccuracy(heldOut, engine)));
    figures.push(...describe('noisy', await measureAccuracy(heldOut, engine, { noise: NOISE })));
    figures.push(...describe('child', await measureAccuracy(heldOut, engine, { faster: CHILD })));
  }
  if (italian.length > 0) figures.push(...describe('Italian', await measureAccuracy(italian, engine)));
  const russian = odd.filter(({ language }) => language === 'ru-RU');
  if (russian.length > 0) figures.push(...describe('Russian', await measureAccuracy(russian, engine)));
  if (!missing.includes('flite')) for (const length of LENGTHS) figures.push(...(await measureSpeed(length)));
  return { title: 'Alignment of recordings', figures, missing };
}

function describe(condition: Condition, accuracy: Measured): Figure[] {
  return (Object.keys(FIGURES) as (keyof Measured)[]).map((key) => {
    const { name, unit, [condition]: bar } = FIGURES[key];
    return { name: `${name}, ${condition}`, value: accuracy[key], unit, ...(bar && { bar }) };
  });
}

/**
 * Measures speed in a separate process, so that peak memory can be measured too. The threshold applies to CPU time, so that other work on
 * the machine does not matter.
 */
async function measureSpeed(length: number): Promise<Figure[]> {
  const script = fileURLToPath(new URL('../speech/speed.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [script, `${length}`], { timeout: SPEED_TIME });
  const { timesRealTime, timesCore, peak } = JSON.parse(stdout) as Speed;
  const judged = length === JUDGED_LENGTH;
  return [
    { name: `speed, ${length} s`, value: timesRealTime, unit: '× real time' },
    { name: `speed on one core, ${length} s`, value: timesCore, unit: '× real time', ...(judged && { bar: '>= 45' }) },
    { name: `peak memory, ${length} s`, value: peak, unit: 'MB', ...(judged && { bar: '<= 300' }) },
  ];
}
