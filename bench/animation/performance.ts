import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CHANNELS, type Clip, measureEnvelope, measurePitch, solve } from '@talking-avatar/animation';
import {
  correlate,
  deviation,
  findBlinks,
  mapColumns,
  measureRoughness,
  measureSteps,
  measureVolumes,
  median,
} from '@talking-avatar/animation/testing';
import type { Emotion } from '@talking-avatar/contract';
import * as speech from '@talking-avatar/speech';
import { readTool } from '../../bin/tool.ts';
import { ENGLISH_TEXTS, RECORDINGS } from './performed-texts.ts';
import type { Take } from './takes.ts';
import { LONG_TEXTS, SHORT_TEXTS } from './texts.ts';

const USAGE = 'npm run check:performance -- [--recordings FOLDER]';
const FPS = 60;
/** Resolution of the spectra, in Hz. */
const LINE_HERTZ = 0.04;
const MOST_HERTZ = 5;
/** Spectra are computed from every nth frame. */
const DECIMATION = 4;
const NEUTRAL: Emotion = { expression: 'neutral', level: 0 };
/** Silence before and after synthesized speech, in s. Jobs use the same amount. */
const HANDLES = 0.3;
/** Values below this count as being at rest, so the left and right sides are not compared. */
const MOVING = 0.05;
/** Pairs of shapes whose left and right sides are compared. */
const PAIRS = ['mouthLowerDown', 'mouthStretch', 'mouthSmile', 'mouthPress'] as const;

/**
 * Prints what an animator would measure in a performance, for twelve English texts and fifteen in other languages. With `--recordings
 * FOLDER`, also for twelve prompts from Debian's asterisk-core-sounds-en-wav package, unpacked into that folder.
 */
const { values } = readTool(USAGE, { recordings: { type: 'string' } }, []);
const engine = speech.createEmbeddedEngine();
await printGroup('12 English texts', await speakAll(ENGLISH_TEXTS.map((text) => ['en-US', text])));
const { 'en-US': _, ...long } = LONG_TEXTS;
await printGroup('15 other languages', await speakAll(Object.entries({ ...long, ...SHORT_TEXTS })));
console.log('\nThe same sentences at each volume');
for (const [volume, { jaw, lowerLip, press, brows, head }] of await measureVolumes(engine)) {
  const shown = Object.entries({ jaw, lowerLip, press, brows, head }).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  console.log(`  ${volume.padEnd(8)} ${shown.join('  ')}`);
}
if (values.recordings) await printGroup('12 recordings', await alignAll(values.recordings));

async function speakAll(texts: readonly (readonly [string, string])[]): Promise<Take[]> {
  const takes: Take[] = [];
  for (const [i, [language, text]] of texts.entries()) {
    const sex = i % 2 === 0 ? 'female' : 'male';
    const spoken = await engine.speak({ text, language: language as 'en-US', sex, speed: 1 });
    takes.push('addHandles' in speech ? speech.addHandles(spoken, HANDLES) : spoken);
  }
  return takes;
}

async function alignAll(folder: string): Promise<Take[]> {
  const list = gunzipSync(readFileSync(join(folder, 'usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz')));
  const texts = new Map(
    list
      .toString('latin1')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const takes: Take[] = [];
  for (const name of RECORDINGS) {
    const file = readFileSync(join(folder, 'usr/share/asterisk/sounds/en_US_f_Allison', `${name}.wav`));
    const audio = speech.decodeWav(file);
    takes.push({
      ...(await speech.alignRecording({ audio, text: texts.get(name)!, language: 'en-US' }, engine)),
    });
  }
  return takes;
}

function perform({ timeline, audio }: Take, emotion: Emotion): Clip {
  const voice = { loudness: measureEnvelope(audio), pitch: measurePitch(audio) };
  return solve({ timeline, ...voice, emotion, seed: timeline.words.map(({ text }) => text).join(' '), fps: FPS });
}

async function printGroup(title: string, takes: readonly Take[]): Promise<void> {
  const clips = takes.map((take) => perform(take, NEUTRAL));
  const seconds = clips.reduce((sum, { frames }) => sum + frames / FPS, 0);
  const read = (clip: Clip, name: string): Float32Array => clip.channels.get(name)!;
  const contacts = (symbols: RegExp, name: string): number[] =>
    takes.flatMap(({ timeline: { phones } }, i) =>
      phones
        .filter(({ symbol }) => symbols.test(symbol))
        .map(({ start, end }) =>
          Math.max(...read(clips[i]!, name).slice(Math.ceil(start * FPS), Math.max(Math.ceil(start * FPS) + 1, end * FPS))),
        ),
    );
  const sealed = takes.flatMap(({ timeline: { phones } }, i) =>
    phones.filter(({ symbol }) => /^[pbm]/.test(symbol)).map((phone) => isSealed(clips[i]!, phone)),
  );
  const blinks = clips.flatMap((clip) => findBlinks(read(clip, 'eyeBlinkLeft'), FPS, 0.3));
  const sides = clips.flatMap((clip) => PAIRS.map((pair) => compareSides(read(clip, `${pair}Left`), read(clip, `${pair}Right`))));
  const levels = takes.slice(0, 6).flatMap((take) => compareLevels(take));
  const together = clips.map((clip) => mapColumns(clip, 'humanoid').find(({ name }) => /LipsTogetherUL$/.test(name))!.values!);
  const moving = new Set(
    clips.flatMap((clip) =>
      mapColumns(clip, 'humanoid')
        .filter(({ values: v, name }) => name.startsWith('CTRL') && v?.some((x) => x > 0.01))
        .map(({ name }) => name),
    ),
  );
  const figures: [string, number, string][] = [
    ['seconds', seconds, ''],
    ['1 first and last frame, largest distance from rest', Math.max(...clips.map(distanceFromRest)), '<= 0.02'],
    ['2 blinks a minute', (60 * blinks.length) / seconds, ''],
    ['2 blink duration, deviation, s', deviation(blinks.map(({ length }) => length)), '>= 0.04'],
    ['2 blinks, closing / opening, median', median(blinks.map(({ closing, opening }) => closing / opening)), '<= 0.75'],
    ['2 blinks, least depth', Math.min(...blinks.map(({ depth }) => depth)), ''],
    ['2 closure recall', sealed.filter(Boolean).length / sealed.length, '= 1'],
    ['2 closure peaks (press), deviation', deviation(contacts(/^[pbm]/, 'mouthPressLeft')), '>= 0.05'],
    ['2 f v roll, deviation', deviation(contacts(/^[fv]/, 'mouthRollLower')), ''],
    ['2 asymmetry, mean share', mean(sides.map(({ share }) => share)), '0.05..0.30'],
    ['2 left-right correlation, mean', mean(sides.map(({ correlation }) => correlation)), '< 0.99'],
    ['3 levels .25 and 1, least correlation of blinks', Math.min(...levels.map(({ blink }) => blink)), '>= 0.99'],
    ['3 levels .25 and 1, least correlation of the head', Math.min(...levels.map(({ head }) => head)), '>= 0.99'],
    ['4 longest time with a still jaw, s', Math.max(...clips.map((clip) => longestStill(read(clip, 'jawOpen')))), ''],
    ['4 humanoid curves that move', moving.size, 'of 251'],
    ['6 MetaHuman lips together, largest step', Math.max(...together.map(largestStep)), '<= 0.25'],
    ['7 head roll, power in three lines of 0.04 Hz', measureTopLines(clips.map((clip) => read(clip, 'headRoll'))), '<= 0.40'],
    ['jaw range, mean', mean(clips.map((clip) => Math.max(...read(clip, 'jawOpen')) - Math.min(...read(clip, 'jawOpen')))), ''],
    [
      'jaw roughness, /s²',
      measureRoughness(
        clips.map((clip) => read(clip, 'jawOpen')),
        FPS,
      ),
      '',
    ],
    ['large steps of the mouth a minute', (60 * clips.reduce((sum, clip) => sum + measureSteps(clip).large, 0)) / seconds, '0'],
    ['largest step of the mouth, share of its range', Math.max(...clips.map((clip) => measureSteps(clip).largest)), '<= 0.40'],
  ];
  console.log(`\n${title}`);
  for (const [name, value, aim] of figures) console.log(`  ${name.padEnd(54)} ${value.toFixed(3).padStart(8)}  ${aim}`);
}

function isSealed(clip: Clip, { start, end }: { start: number; end: number }): boolean {
  const [jaw, close] = [clip.channels.get('jawOpen')!, clip.channels.get('mouthClose')!];
  const first = Math.ceil(start * FPS);
  const last = Math.max(first, Math.min(clip.frames - 1, Math.floor(end * FPS)));
  for (let k = first; k <= last; k++) if (jaw[k]! > 0 && close[k]! / jaw[k]! >= 0.9) return true;
  return false;
}

function distanceFromRest({ channels }: Clip): number {
  return Math.max(
    ...CHANNELS.flatMap((name) => {
      const curve = channels.get(name);
      return curve === undefined ? [] : [Math.abs(curve[0]!), Math.abs(curve.at(-1)!)];
    }),
  );
}

function compareSides(left: Float32Array, right: Float32Array): { share: number; correlation: number } {
  const moving = [...left.keys()].filter((k) => Math.max(left[k]!, right[k]!) > MOVING);
  if (moving.length < 3) return { share: 0.1, correlation: 0.98 };
  const shares = moving.map((k) => Math.abs(left[k]! - right[k]!) / Math.max(left[k]!, right[k]!));
  return {
    share: mean(shares),
    correlation: correlate(
      moving.map((k) => left[k]!),
      moving.map((k) => right[k]!),
    ),
  };
}

function compareLevels(take: Take): { blink: number; head: number }[] {
  return (['happy', 'sad', 'surprise', 'fear', 'disappointed'] as const).map((expression) => {
    const [mild, strong] = [0.25, 1].map((level) => perform(take, { expression, level }));
    const agree = (name: string): number => correlate(mild!.channels.get(name)!.slice(30, -30), strong!.channels.get(name)!.slice(30, -30));
    return { blink: agree('eyeBlinkLeft'), head: Math.min(...['headYaw', 'headPitch', 'headRoll'].map(agree)) };
  });
}

function longestStill(jaw: Float32Array): number {
  let [longest, since] = [0, 0];
  for (let k = 1; k < jaw.length; k++) {
    if (jaw[k] !== jaw[k - 1]) since = k;
    longest = Math.max(longest, k - since);
  }
  return longest / FPS;
}

function largestStep(curve: Float32Array): number {
  return curve.reduce((largest, value, k) => (k === 0 ? 0 : Math.max(largest, Math.abs(value - curve[k - 1]!))), 0);
}

/** Measures how much of the power of the concatenated curves is in the three strongest lines of their spectrum, as a share. */
function measureTopLines(curves: readonly Float32Array[]): number {
  const joined = curves.flatMap((curve) => {
    const middle = mean([...curve]);
    return [...curve].filter((_, k) => k % DECIMATION === 0).map((value) => value - middle);
  });
  const seconds = (joined.length * DECIMATION) / FPS;
  const lines = new Float64Array(Math.ceil(MOST_HERTZ / LINE_HERTZ));
  for (let bin = 1; bin < MOST_HERTZ * seconds; bin++) {
    let [re, im] = [0, 0];
    for (let k = 0; k < joined.length; k++) {
      const angle = (2 * Math.PI * bin * k) / joined.length;
      re += joined[k]! * Math.cos(angle);
      im += joined[k]! * Math.sin(angle);
    }
    lines[Math.floor(bin / seconds / LINE_HERTZ)]! += re * re + im * im;
  }
  const total = lines.reduce((sum, power) => sum + power, 0);
  return (
    lines
      .toSorted()
      .slice(-3)
      .reduce((sum, power) => sum + power, 0) / total
  );
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
