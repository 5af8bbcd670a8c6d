import type { Emotion, SpeechTimeline } from '@talking-avatar/contract';
import { type Clip, solve } from '../src/index.ts';
import { speakEvenly } from './timelines.ts';

export const NEUTRAL: Emotion = { expression: 'neutral', level: 0 };

export function perform(timeline: SpeechTimeline, fps = 60, emotion = NEUTRAL, seed = 'seed'): Clip {
  return solve({ timeline, loudness: speakEvenly(timeline), emotion, seed, fps });
}

export function read(clip: Clip, name: string): Float32Array {
  return clip.channels.get(name)!;
}

/** Returns the values of a channel between two times, in s. */
export function during(clip: Clip, name: string, from: number, to: number): number[] {
  return [...read(clip, name).slice(Math.ceil(from * clip.fps), Math.floor(to * clip.fps) + 1)];
}
