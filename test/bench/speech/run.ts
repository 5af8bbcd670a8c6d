/**
 * Measures the alignment: `node test/bench/speech/run.ts [tune]` prints its errors against speech of known times, on the sentences
 * that judge (or, with `tune`, those that the recipe was tuned on), and its speed. Leaves with status 1 when a bound is broken.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEmbeddedEngine } from '../../../layers/speech/index.ts';
import { measureAccuracy } from './accuracy.ts';
import type { Accuracy } from './comparison.ts';
import type { Speed } from './speed.ts';
import { collectTruth } from './truth/collect.ts';

const run = promisify(execFile);

/** What the alignment has to reach in English: milliseconds and parts of one. */
const CLEAN = { wordMedian: 20, wordP90: 65, phoneMedian: 15, phoneP90: 50, phonesWithin50: 0.9, closuresFound: 0.88 };
const NOISY = { closuresFound: 0.85 };

/** Seconds of the long recordings, and what those of three minutes have to reach. */
const LENGTHS = [10, 60, 180, 600];
const JUDGED_LENGTH = 180;
const SLOWEST = 40;
const PEAK = 300;

const SPEED_TIME = 120_000;

const remainder = process.argv[2] === 'tune' ? 0 : 1;
const engine = createEmbeddedEngine();
const { speeches, missing } = await collectTruth();
if (missing.length > 0) console.log(`left out, for want of Debian's packages: ${missing.join(' ')}\n`);
const judged = speeches.filter(({ sentence }) => sentence % 2 === remainder);
const english = judged.filter(({ language }) => language === 'en-US');
const italian = judged.filter(({ language }) => language === 'it-IT');
const broken: string[] = [];

if (english.length > 0) {
  for (const voice of new Set(english.map((speech) => speech.voice))) {
    const own = english.filter((speech) => speech.voice === voice);
    show(voice, own.length, await measureAccuracy(own, engine));
  }
  judge('English', english.length, await measureAccuracy(english, engine), CLEAN);
  judge('English, 10 dB noise', english.length, await measureAccuracy(english, engine, 10), NOISY);
}
if (italian.length > 0) show('Italian', italian.length, await measureAccuracy(italian, engine));
if (!missing.includes('flite')) for (const length of LENGTHS) await judgeSpeed(length);
if (broken.length > 0) {
  console.error(`\nbounds broken:\n${broken.join('\n')}`);
  process.exitCode = 1;
}

function show(name: string, clips: number, accuracy: Accuracy): void {
  const figures = Object.entries(accuracy).map(([key, value]) => `${key} ${print(key as keyof Accuracy, value)}`);
  console.log(`${name.padEnd(32)} ${String(clips).padStart(3)} clips  ${figures.join('  ')}`);
}

function print(key: keyof Accuracy, value: number): string {
  return isPart(key) ? `${(100 * value).toFixed(1)} %` : `${value.toFixed(0)} ms`;
}

/** Parts have to be reached, milliseconds kept. */
function isPart(key: keyof Accuracy): boolean {
  return key === 'phonesWithin50' || key === 'closuresFound';
}

function judge(name: string, clips: number, accuracy: Accuracy, bounds: Partial<Accuracy>): void {
  show(name, clips, accuracy);
  for (const [key, bound] of Object.entries(bounds) as [keyof Accuracy, number][]) {
    const value = accuracy[key];
    if (isPart(key) ? value >= bound : value <= bound) continue;
    broken.push(`${name}: ${key} is ${print(key, value)}, the bound ${print(key, bound)}`);
  }
}

async function judgeSpeed(length: number): Promise<void> {
  const script = fileURLToPath(new URL('speed.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [script, `${length}`], { timeout: SPEED_TIME });
  const { seconds, timesRealTime, timesCore, peak } = JSON.parse(stdout) as Speed;
  console.log(
    `${seconds.toFixed(0).padStart(4)} s of sound: ${timesRealTime.toFixed(0)} × real time, ${timesCore.toFixed(0)} × on one core, peak ${peak.toFixed(0)} MB`,
  );
  if (length !== JUDGED_LENGTH) return;
  if (timesRealTime < SLOWEST)
    broken.push(`${length} s: ${timesRealTime.toFixed(0)} × real time, the bound ${SLOWEST}`);
  if (peak > PEAK) broken.push(`${length} s: peak ${peak.toFixed(0)} MB, the bound ${PEAK} MB`);
}
