import type { Clip } from '@talking-avatar/animation';
import { deviation, findBlinks, findFixations, findLooks, median } from '@talking-avatar/animation/testing';
import type { SpeechTimeline } from '@talking-avatar/contract';
import type { Figure } from '../report.ts';

/** A solved take. */
export interface Solved {
  timeline: SpeechTimeline;
  clip: Clip;
}

const DEGREES = 180 / Math.PI;
/** A blink this close to the end of its phrase counts as being near it, and a silence this long ends a phrase, in s. */
const NEAR_END = [0.1, 0.5] as const;
const PHRASE_GAP = 0.2;

/**
 * Compares blinks, gaze, and head movement with measurements of real people. In conversation, people blink 17-26 times a minute
 * (Bentivoglio et al. 1997), for 0.18 s with a standard deviation of 0.1 s. Speakers look at the listener half (Kendon 1967) to three
 * quarters of the time, in stretches that average 3.1 s, with 0.9 s away in between (Lee, Badler & Badler 2002). Most fixations last
 * 0.2-0.6 s. Head amplitudes vary the most from person to person, so we chose those thresholds ourselves: several degrees, mostly slower
 * than two swings a second (Hadar et al. 1983).
 */
export function measureLiveliness(solved: readonly Solved[]): Figure[] {
  const seconds = solved.reduce((sum, { clip }) => sum + clip.frames / clip.fps, 0);
  const blinks = solved.map(({ clip }) => findBlinks(clip.channels.get('eyeBlinkLeft')!, clip.fps));
  const gaps = blinks.flatMap((each) => each.slice(1).map(({ time }, i) => time - each[i]!.time));
  const lengths = blinks.flat().map(({ length }) => length);
  const looks = solved.flatMap(({ clip }) => findLooks(clip).slice(1, -1));
  const away = looks.filter((look) => look.away).map((look) => look.seconds);
  const withListener = looks.filter((look) => !look.away).map((look) => look.seconds);
  const speeds = solved.flatMap(({ clip }) => measureSpeeds(clip));
  return [
    between('blinks', (60 * lengths.length) / seconds, '/min', 17, 26),
    between('blink length, median', median(lengths), 's', 0.15, 0.25),
    between('blink length, deviation', deviation(lengths), 's', 0.04, 0.1),
    between('time between blinks, shortest', Math.min(...gaps), 's', 0.3, 3),
    between('time between blinks, variation', deviation(gaps) / mean(gaps), '', 0.3, 1),
    between('blinks at ends of phrases, times chance', measurePreference(solved, blinks), '×', 1.3, 6),
    between('gaze with the listener', sum(withListener) / (sum(withListener) + sum(away)), '', 0.5, 0.8),
    between('time away, mean', mean(away), 's', 0.6, 1.5),
    between('time with the listener, mean', mean(withListener), 's', 1.5, 5),
    between('fixation, median', median(solved.flatMap(({ clip }) => findFixations(clip))), 's', 0.2, 0.6),
    ...(['headYaw', 'headPitch', 'headRoll'] as const).map((axis) =>
      between(`${axis}, deviation`, rms(solved.map(({ clip }) => deviation([...clip.channels.get(axis)!]) * DEGREES)), '°', 0.7, 5),
    ),
    between('head speed, mean', mean(speeds), '°/s', 2, 15),
    between('head movement slower than 2 Hz', measureSlowShare(solved), '', 0.8, 0.995),
  ];
}

/** Creates a figure with both a lower and an upper threshold, of which the closer one is printed. */
function between(name: string, value: number, unit: string, least: number, most: number): Figure {
  const middle = Math.sqrt(least * most);
  return { name, value, unit, bar: value < middle ? `>= ${least}` : `<= ${most}` };
}

/** Measures how many more blinks there are near the ends of phrases than if blinks were evenly distributed. */
function measurePreference(solved: readonly Solved[], blinks: readonly { time: number }[][]): number {
  let [near, expected] = [0, 0];
  for (const [i, { timeline }] of solved.entries()) {
    const sounds = timeline.phones.filter(({ symbol }) => symbol !== 'sil');
    const ends = sounds.filter(({ end }, k) => (sounds[k + 1]?.start ?? timeline.duration) - end >= PHRASE_GAP);
    near += blinks[i]!.filter(({ time }) => ends.some(({ end }) => time > end - NEAR_END[0] && time < end + NEAR_END[1])).length;
    expected += (blinks[i]!.length * ends.length * (NEAR_END[0] + NEAR_END[1])) / timeline.duration;
  }
  return near / expected;
}

/** Measures the angular speed of the head in each frame, in degrees per second. */
function measureSpeeds({ fps, frames, channels }: Clip): number[] {
  const axes = ['headYaw', 'headPitch', 'headRoll'].map((name) => channels.get(name)!);
  return Array.from({ length: frames - 1 }, (_, i) => Math.hypot(...axes.map((axis) => axis[i + 1]! - axis[i]!)) * fps * DEGREES);
}

/** Measures how much of the variance in head movement remains after a half-second moving average, as a share. */
function measureSlowShare(solved: readonly Solved[]): number {
  let [all, slow] = [0, 0];
  for (const { clip } of solved) {
    for (const axis of ['headYaw', 'headPitch', 'headRoll']) {
      const values = [...clip.channels.get(axis)!];
      const reach = Math.round(clip.fps / 8);
      const calm = values.map((_, i) => mean(values.slice(Math.max(0, i - reach), i + reach + 1)));
      all += deviation(values) ** 2;
      slow += deviation(calm) ** 2;
    }
  }
  return slow / all;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const rms = (values: readonly number[]): number => Math.sqrt(mean(values.map((value) => value ** 2)));
