import { type Clip, measureEnvelope, measurePitch, solve } from '@talking-avatar/animation';
import { traceGaze } from '@talking-avatar/animation/testing';
import { createEmbeddedEngine } from '@talking-avatar/speech';
import { beforeAll, describe, expect, it } from 'vitest';
import { measureLiveliness, type Solved } from '../../bench/animation/liveliness.ts';
import { LONG_TEXTS } from '../../bench/animation/texts.ts';
import { reaches } from '../../bench/report.ts';

const DEGREES = 180 / Math.PI;
const NEUTRAL = { expression: 'neutral', level: 0 } as const;
const TAKES = [
  ['en-US', 'female'],
  ['es-ES', 'male'],
  ['de-DE', 'female'],
  ['fr-FR', 'male'],
  ['en-US', 'male'],
] as const;

describe('three minutes of speech', () => {
  const solved: Solved[] = [];

  beforeAll(async () => {
    const engine = createEmbeddedEngine();
    for (const [language, sex] of TAKES) {
      const { audio, timeline } = await engine.speak({ text: LONG_TEXTS[language]!, language, sex, speed: 0.85 });
      const voice = { loudness: measureEnvelope(audio), pitch: measurePitch(audio) };
      const clip = solve({ timeline, ...voice, emotion: NEUTRAL, seed: `${language} ${sex}`, fps: 60 });
      solved.push({ timeline, clip });
    }
  });

  it('are long enough to judge', () => {
    expect(solved.reduce((sum, { timeline }) => sum + timeline.duration, 0)).toBeGreaterThan(180);
  });

  it('have human-like blinks, gaze, and head movement', () => {
    const missed = measureLiveliness(solved).filter((figure) => reaches(figure) === false);
    expect(missed).toEqual([]);
  });

  it('have saccades of 20 to 80 ms, longer for larger jumps', () => {
    const { timeline } = solved[0]!;
    const silence = { rate: 100, level: new Float32Array(Math.ceil(timeline.duration * 100)) };
    const jumps = findJumps(solve({ timeline, loudness: silence, emotion: NEUTRAL, seed: 'jumps', fps: 120 }));
    expect(jumps.length).toBeGreaterThan(30);
    for (const { seconds, degrees } of jumps) {
      expect(seconds).toBeLessThanOrEqual(0.08);
      expect(degrees / seconds).toBeLessThan(700);
    }
    const mean = (of: typeof jumps) => of.reduce((sum, { seconds }) => sum + seconds, 0) / of.length;
    expect(mean(jumps.filter(({ degrees }) => degrees > 6))).toBeGreaterThan(mean(jumps.filter(({ degrees }) => degrees < 2)) + 0.005);
  });
});

/** Finds the saccades in a clip, during which the eyes move faster than 20 degrees per second. */
function findJumps(clip: Clip): { seconds: number; degrees: number }[] {
  const { yaw, pitch } = traceGaze(clip);
  const jumps: { seconds: number; degrees: number }[] = [];
  let from = -1;
  for (let i = 1; i < clip.frames; i++) {
    const fast = Math.hypot(yaw[i]! - yaw[i - 1]!, pitch[i]! - pitch[i - 1]!) * clip.fps > 20;
    if (fast && from < 0) from = i - 1;
    if (!fast && from >= 0) {
      const degrees = Math.hypot(yaw[i - 1]! - yaw[from]!, pitch[i - 1]! - pitch[from]!);
      jumps.push({ seconds: (i - 1 - from) / clip.fps, degrees });
      from = -1;
    }
  }
  return jumps.filter(({ degrees }) => degrees > 0.5);
}

describe('the head', () => {
  it('moves up and down with the pitch of the voice', () => {
    const timeline = {
      language: 'en-US',
      engine: 'test',
      voice: 'test',
      duration: 4,
      words: [],
      marks: [],
      phones: [{ symbol: 'a', start: 0, end: 4, stress: 0 as const, word: null }],
    };
    const loudness = { rate: 100, level: new Float32Array(400).fill(1) };
    const sing = (semitones: number) => ({
      rate: 100,
      semitones: Float32Array.from({ length: 400 }, (_, k) => (k > 150 && k < 250 ? semitones : 0)),
      voiced: new Uint8Array(400).fill(1),
    });
    const pitchAt = (semitones: number) =>
      solve({ timeline, loudness, pitch: sing(semitones), emotion: NEUTRAL, seed: 's', fps: 60 }).channels.get('headPitch')![120]!;
    expect((pitchAt(0) - pitchAt(4)) * DEGREES).toBeGreaterThan(0.6);
    expect((pitchAt(-4) - pitchAt(0)) * DEGREES).toBeGreaterThan(0.6);
  });
});
