import { CHANNELS, type Clip } from '@talking-avatar/animation';
import { mapColumns, median } from '@talking-avatar/animation/testing';
import type { SpeechTimeline } from '@talking-avatar/contract';
import type { Figure } from '../report.ts';

const FPS = 60;

/** Curves that open the lips when p, b, or m is released, in each rig. No other curve should jump there. */
const BURST = /^(mouthClose|mouthPress|mouthRoll|CTRL_expressions_mouth(LipsTogether|Press|UpperLipRollIn|LowerLipRollIn))/;
/** The lips open within this time after the end of the phone, in s. The shortest closure lasts 20 ms longer than the shortest phone. */
const BURST_SECONDS = 0.08;

interface Solved {
  timeline: SpeechTimeline;
  clip: Clip;
}

interface Curve {
  name: string;
  values: Float32Array;
}

/**
 * Measures the curves delivered for both rigs, as well as the solver's channels: step sizes, labiodentals, consecutive closures, and both
 * ends.
 */
export function measureDelivered(takes: readonly Solved[]): Figure[] {
  const shown = takes.map(({ timeline, clip }) => ({ timeline, curves: listCurves(clip) }));
  const steps = shown.map(({ timeline, curves }) => measureSteps(timeline, curves));
  const pairs = takes.flatMap(listPairs);
  return [
    { name: 'largest step in a frame', value: Math.max(...steps.map(({ calm }) => calm)), unit: '', bar: '<= 0.25' },
    { name: 'largest step of lips that burst', value: Math.max(...steps.map(({ burst }) => burst)), unit: '' },
    { name: 'mouthLowerLipBiteL in f v, median', value: medianBite(shown, /LipBiteL$/), unit: '', bar: '>= 0.9' },
    { name: 'mouthRollLower in f v, median', value: medianBite(shown, /^mouthRollLower$/), unit: '' },
    { name: 'neighbouring p b m', value: pairs.length, unit: '' },
    { name: 'least press between them', value: Math.min(...pairs.map(({ press }) => press)), unit: '', bar: '>= 0.25' },
    { name: 'widest gap between them', value: Math.max(...pairs.map(({ gap }) => gap)), unit: '', bar: '<= 0.02' },
    {
      name: 'jawOpen in the first and last frame',
      value: Math.max(...takes.flatMap(({ clip }) => [read(clip, 'jawOpen')[0]!, read(clip, 'jawOpen').at(-1)!])),
      unit: '',
      bar: '<= 0.1',
    },
  ];
}

/** Lists all solver channels, and all humanoid curves that move. */
function listCurves(clip: Clip): Curve[] {
  const own = CHANNELS.map((name) => ({ name: name as string, values: read(clip, name) }));
  const delivered = mapColumns(clip, 'humanoid').filter(
    (column): column is Curve => column.values !== null && column.name.startsWith('CTRL_'),
  );
  return [...own, ...delivered];
}

/** Measures the largest step of the curves that open the lips after p, b, and m, and the largest step of all other curves. */
function measureSteps(timeline: SpeechTimeline, curves: readonly Curve[]): { calm: number; burst: number } {
  const ends = timeline.phones.filter(({ symbol }) => /^[pbm]/.test(symbol)).map(({ end }) => end);
  const largest = { calm: 0, burst: 0 };
  for (const { name, values } of curves) {
    const bursts = BURST.test(name);
    for (let frame = 1; frame < values.length; frame++) {
      const step = values[frame]! - values[frame - 1]!;
      const size = Math.abs(step);
      if (size <= Math.min(largest.calm, largest.burst)) continue;
      const parting = bursts && step < 0 && ends.some((end) => Math.abs(frame / FPS - end) < BURST_SECONDS);
      const kind = parting ? 'burst' : 'calm';
      largest[kind] = Math.max(largest[kind], size);
    }
  }
  return largest;
}

function medianBite(takes: readonly { timeline: SpeechTimeline; curves: readonly Curve[] }[], name: RegExp): number {
  return median(
    takes.flatMap(({ timeline, curves }) => {
      const { values } = curves.find((curve) => name.test(curve.name))!;
      return timeline.phones
        .filter(({ symbol }) => /^[fv]/.test(symbol))
        .map(({ start, end }) => Math.max(...values.slice(Math.floor(start * FPS), Math.ceil(end * FPS) + 1)));
    }),
  );
}

/**
 * Measures each pair of consecutive p, b, or m sounds: the minimum press and the maximum gap, from the middle of the first until the second
 * opens.
 */
function listPairs({ timeline: { phones }, clip }: Solved): { press: number; gap: number }[] {
  const [press, jaw, close] = ['mouthPressLeft', 'jawOpen', 'mouthClose'].map((name) => read(clip, name));
  return phones.slice(1).flatMap((second, i) => {
    const first = phones[i]!;
    const near = second.start - first.end < 0.03;
    if (!near || !/^[pbm]/.test(first.symbol) || !/^[pbm]/.test(second.symbol)) return [];
    const from = Math.ceil(((first.start + first.end) / 2) * FPS);
    const frames = Array.from({ length: Math.floor((second.end - 0.022) * FPS) - from + 1 }, (_, k) => from + k);
    return [
      {
        press: Math.min(...frames.map((frame) => press![frame]!)),
        gap: Math.max(...frames.map((frame) => jaw![frame]! - close![frame]!)),
      },
    ];
  });
}

function read(clip: Clip, name: string): Float32Array {
  const values = clip.channels.get(name);
  if (values === undefined) throw new RangeError(`the clip has no channel '${name}'`);
  return values;
}
