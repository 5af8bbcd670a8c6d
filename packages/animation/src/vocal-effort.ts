import type { Phone, SpeechTimeline } from '@talking-avatar/contract';
import { averageLevel, averageSpectralBalance, type LoudnessEnvelope } from './envelope.ts';
import { addPulse, type Curve, createCurve, GRID_RATE, smoothCurve } from './motion/index.ts';
import { readSymbol } from './phonetics/index.ts';

/** Transition time at both ends of a passage that sets the volume, in s. */
const CHANGE_SECONDS = 0.2;
/** Balance from medium to maximum effort, in dB: half of soft to loud, 19.0 (women) and 11.7 (men) (Sundberg & Nordenberg 2006). */
const FULL_DECIBELS = 7.7;
/** Changes up to this many dB are attributed to differences between vowel spectra. */
const IGNORED_DECIBELS = 3;
/** Minimum number of vowels for finding the usual balance of a voice and of one vowel, and minimum level of a measured vowel. */
const MIN_VOWELS = 15;
const MIN_OCCURRENCES = 3;
const MIN_LEVEL = 0.5;
/** Time constant of the measured effort, in s. Hand-picked. Effort changes from phrase to phrase, not from sound to sound. */
const SETTLE_SECONDS = 0.25;
/** Weight of moments without a measured vowel. */
const UNMEASURED = 0.02;

/**
 * Computes vocal effort over time, -1..1: 0 is ordinary, 1 is `x-loud` or the loudest voice, and -1 is `x-soft`. It combines the requested
 * volume (synthesizers merely scale the samples) with the brightness of vowels relative to the same vowels elsewhere (recordings don't come
 * with a requested volume).
 */
export function computeVocalEffort(timeline: SpeechTimeline, loudness: LoudnessEnvelope): Curve {
  const effort = measureEffort(timeline, loudness);
  for (const mark of timeline.marks) {
    if (mark.type !== 'volume') continue;
    const span = { start: mark.start, end: mark.end, attack: CHANGE_SECONDS, release: CHANGE_SECONDS };
    addPulse(effort, span, effortOfVolume(mark.factor));
  }
  return effort.map((value) => Math.min(1, Math.max(-1, value)));
}

/** Returns the effort for an amplitude factor: 1 at a factor of 2 (`x-loud`), -1 at 0.25 (`x-soft`). */
function effortOfVolume(factor: number): number {
  const octaves = Math.log2(Math.max(1e-3, factor));
  return Math.min(1, Math.max(-1, octaves > 0 ? octaves : octaves / 2));
}

function measureEffort({ duration, phones }: SpeechTimeline, loudness: LoudnessEnvelope): Curve {
  const effort = createCurve(duration);
  const vowels = phones.flatMap((phone) => {
    const balance = isVowel(phone) ? averageSpectralBalance(loudness, phone.start, phone.end) : undefined;
    const loud = averageLevel(loudness, phone.start, phone.end) >= MIN_LEVEL;
    return balance === undefined || !loud ? [] : [{ ...phone, balance }];
  });
  if (vowels.length < MIN_VOWELS) return effort;
  const usual = median(vowels.map(({ balance }) => balance));
  const bySymbol = Map.groupBy(vowels, ({ symbol }) => symbol);
  const weight = effort.map(() => UNMEASURED);
  for (const { symbol, start, end, balance } of vowels) {
    const alike = bySymbol.get(symbol)!;
    const own = alike.length < MIN_OCCURRENCES ? usual : median(alike.map((vowel) => vowel.balance));
    for (let k = Math.ceil(start * GRID_RATE); k < end * GRID_RATE; k++) {
      effort[k] = balance - own;
      weight[k] = 1;
    }
  }
  return smoothCurve(effort, weight, SETTLE_SECONDS).map((decibels) => {
    const beyond = Math.max(0, Math.abs(decibels) - IGNORED_DECIBELS);
    return Math.sign(decibels) * Math.min(1, beyond / (FULL_DECIBELS - IGNORED_DECIBELS));
  });
}

const isVowel = ({ symbol }: Phone): boolean => readSymbol(symbol).some(({ sound }) => sound.kind === 'vowel');

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Returns the value of an effort curve at time `t` (s). */
export function effortAt(effort: Curve, t: number): number {
  return effort[Math.min(effort.length - 1, Math.max(0, Math.round(t * GRID_RATE)))]!;
}
