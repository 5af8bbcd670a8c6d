import { type Clip, type LoudnessEnvelope, measureEnvelope, measurePitch, SHAPES, solve } from '@talking-avatar/animation';
import { findLag, measureRoughness, measureSteps, median, unknownLetters } from '@talking-avatar/animation/testing';
import type { Phone, SpeechTimeline } from '@talking-avatar/contract';
import type { Figure } from '../report.ts';
import { measureDelivered } from './delivered.ts';
import { measureLiveliness } from './liveliness.ts';
import type { Take } from './takes.ts';

const FPS = 60;
const FRAME = 1 / FPS;
const SEALED = 0.9;
/** Channel for the contact between the lower lip and the teeth. */
const BITE = 'lowerLipBite';

interface Performed {
  timeline: SpeechTimeline;
  loudness: LoudnessEnvelope;
  clip: Clip;
  /** CPU time that this thread spent measuring the voice and solving, in s. */
  spent: { measuring: number; solving: number };
}

function clock(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}

function perform({ timeline, audio }: Take, index: number): Performed {
  const began = clock();
  const voice = { loudness: measureEnvelope(audio), pitch: measurePitch(audio) };
  const measured = clock();
  const emotion = { expression: 'neutral', level: 0 } as const;
  const clip = solve({ timeline, ...voice, emotion, seed: `${timeline.language} ${index}`, fps: FPS });
  const spent = { measuring: measured - began, solving: clock() - measured };
  return { timeline, loudness: voice.loudness, clip, spent };
}

/** Solves every take at 60 fps and measures the qualities that animators and lip-readers care about. */
export function measureFigures(takes: readonly Take[]): Figure[] {
  const solved = takes.map(perform);
  const solving = solved.reduce((total, { spent }) => total + spent.solving, 0);
  const measuring = solved.reduce((total, { spent }) => total + spent.measuring, 0);
  const seconds = takes.reduce((sum, { timeline }) => sum + timeline.duration, 0);
  const bilabials = solved.flatMap(({ timeline, clip }) => spans(timeline, /^[pbm]/).map((phone) => ({ phone, clip })));
  const labiodentals = solved.flatMap(({ timeline, clip }) => spans(timeline, /^[fv]/).map((phone) => ({ phone, clip })));
  const sealed = solved.map(({ timeline, clip }) => countSealed(timeline, clip));
  const lags = solved.map(measureLag);
  const jaws = solved.map(({ clip }) => channel(clip, 'jawOpen'));
  return [
    atLeast('speech measured', seconds, 's', 300),
    atLeast(
      'closure recall',
      share(bilabials, ({ phone, clip }) => peak(clip, phone, seal) >= SEALED),
      '',
      0.99,
    ),
    atLeast('closure precision', sum(sealed, 'right') / sum(sealed, 'all'), '', 0.95),
    atMost('jaw during closure, median', median(bilabials.map(({ phone, clip }) => trough(clip, phone, 'jawOpen'))), '', 0.03),
    atLeast('labiodental weight, median', median(labiodentals.map(({ phone, clip }) => peak(clip, phone, bite))), '', 0.9),
    atMost('jawOpen second derivative, RMS', measureRoughness(jaws, FPS), '/s²', 120),
    atMost('jawOpen second derivative, roughest take', Math.max(...jaws.map((jaw) => measureRoughness([jaw], FPS))), '/s²', 120),
    atLeast('jawOpen range, least of all takes', Math.min(...jaws.map((jaw) => Math.max(...jaw) - Math.min(...jaw))), '', 0.5),
    atMost('jaw lag to loudness, largest', Math.max(...lags.map(Math.abs)) * 1000, 'ms', 30),
    atMost(
      "steps above 40 % of the mouth's range in a frame of a video",
      (60 * solved.reduce((total, { clip }) => total + measureSteps(clip).large, 0)) / seconds,
      '/min',
      0.5,
    ),
    atMost(
      'values outside 0..1',
      solved.reduce((total, { clip }) => total + countOutside(clip), 0),
      '',
      0,
    ),
    ...measureDelivered(solved),
    atLeast('speed of the solver', seconds / solving, '× real time', 300),
    atLeast('speed with loudness and pitch', seconds / (solving + measuring), '× real time', 300),
    ...measureLiveliness(solved),
  ];
}

/** For each language, checks lip sync and that every phone from the engine is known. */
export function measureLanguages(takes: readonly Take[]): Figure[] {
  const solved = takes.map(perform);
  const languages = [...new Set(solved.map(({ timeline }) => timeline.language))];
  const unknown = new Set(takes.flatMap(({ timeline }) => timeline.phones.flatMap(({ symbol }) => unknownLetters(symbol))));
  return [
    ...languages.map((language) => {
      const lags = solved.filter(({ timeline }) => timeline.language === language).map(measureLag);
      return atMost(`jaw lag to loudness, ${language}`, Math.max(...lags.map(Math.abs)) * 1000, 'ms', 30);
    }),
    atMost(`sounds that no table knows ${[...unknown].join(' ')}`.trim(), unknown.size, '', 0),
  ];
}

function measureLag({ clip, loudness }: Performed): number {
  return findLag(channel(clip, 'jawOpen'), FPS, loudness.level, loudness.rate);
}

function atLeast(name: string, value: number, unit: string, bar: number): Figure {
  return { name, value, unit, bar: `>= ${bar}` };
}

function atMost(name: string, value: number, unit: string, bar: number): Figure {
  return { name, value, unit, bar: `<= ${bar}` };
}

function spans(timeline: SpeechTimeline, symbols: RegExp): Phone[] {
  return timeline.phones.filter((phone) => symbols.test(phone.symbol));
}

function channel(clip: Clip, name: string): Float32Array {
  const values = clip.channels.get(name);
  if (values === undefined) throw new RangeError(`the clip has no channel '${name}'`);
  return values;
}

/** Returns how tightly the lips are sealed: by pressing, by rolling, or by closing relative to the jaw. */
function seal(clip: Clip, frame: number): number {
  const jaw = channel(clip, 'jawOpen')[frame]!;
  const ratio = jaw > 1e-4 ? channel(clip, 'mouthClose')[frame]! / jaw : 0;
  return Math.max(ratio, channel(clip, 'mouthPressLeft')[frame]!, channel(clip, 'mouthRollLower')[frame]!);
}

function bite(clip: Clip, frame: number): number {
  return channel(clip, BITE)[frame]!;
}

/** Returns the frames within a phone, or the nearest frame if the phone is too short to contain one. */
function framesOf(clip: Clip, { start, end }: Phone): number[] {
  const first = Math.ceil(start * FPS);
  const count = Math.max(1, Math.floor(end * FPS) - first + 1);
  return Array.from({ length: count }, (_, i) => Math.min(clip.frames - 1, first + i));
}

function peak(clip: Clip, phone: Phone, weigh: (clip: Clip, frame: number) => number): number {
  return Math.max(...framesOf(clip, phone).map((frame) => weigh(clip, frame)));
}

function trough(clip: Clip, phone: Phone, name: string): number {
  return Math.min(...framesOf(clip, phone).map((frame) => channel(clip, name)[frame]!));
}

/** Counts the frames with closed lips, and how many of them are within one frame of p, b, m, or silence. */
function countSealed(timeline: SpeechTimeline, clip: Clip): { all: number; right: number } {
  let all = 0;
  let right = 0;
  for (let frame = 0; frame < clip.frames; frame++) {
    if (seal(clip, frame) < SEALED) continue;
    all++;
    const t = frame * FRAME;
    const near = timeline.phones.filter(({ start, end }) => t >= start - FRAME && t <= end + FRAME);
    if (near.length === 0 || near.some(({ symbol }) => /^[pbm]/.test(symbol))) right++;
  }
  return { all, right };
}

function countOutside(clip: Clip): number {
  return SHAPES.reduce((count, shape) => count + channel(clip, shape).filter((value) => !(value >= 0 && value <= 1)).length, 0);
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / items.length;
}

function sum<K extends string>(items: readonly Record<K, number>[], key: K): number {
  return items.reduce((total, item) => total + item[key], 0);
}
