import type { Phone, SpeechTimeline } from '../../contract/index.ts';
import { averageLevel, type Envelope } from '../envelope.ts';
import { readSymbol, type Sound } from '../phonetics/index.ts';

/** One speech sound at its time in the audio, s, and how much of its full size it is spoken with; null is a pause. */
export interface Gesture {
  sound: Sound | null;
  start: number;
  end: number;
  effort: number;
}

/** Silence shorter than this is part of speaking, s. */
const SHORTEST_PAUSE = 0.12;

/** Vowel size by stress: none, primary, secondary. Unstressed vowels are reduced (Lindblom 1963). */
const STRESS_EFFORT = [0.9, 1.12, 1] as const;

/** Vowel size by loudness: at 15 dB below the loud moments, and at them. */
const QUIET_EFFORT = 0.75;
const LOUD_EFFORT = 1.12;

/** A sound shorter than this has not the time to be made in full, s; its size falls with the square root of its time. */
const FULL_SIZE_SECONDS = 0.09;

/** The sounds of a timeline and the pauses between them, in order. */
export function findGestures(timeline: SpeechTimeline, loudness: Envelope): Gesture[] {
  const gestures: Gesture[] = [];
  let silentSince = 0;
  const pause = (until: number): void => {
    if (until - silentSince >= SHORTEST_PAUSE)
      gestures.push({ sound: null, start: silentSince, end: until, effort: 1 });
  };
  for (const phone of timeline.phones) {
    const sounds = splitPhone(phone, loudness);
    if (sounds.length === 0) continue;
    pause(phone.start);
    gestures.push(...sounds);
    silentSince = phone.end;
  }
  pause(timeline.duration);
  return gestures;
}

function splitPhone(phone: Phone, loudness: Envelope): Gesture[] {
  let start = phone.start;
  return readSymbol(phone.symbol).map(({ sound, share }) => {
    const end = start + share * (phone.end - phone.start);
    const gesture = { sound, start, end, effort: measureEffort(sound, phone, loudness) };
    start = end;
    return gesture;
  });
}

/** Consonants are made in full whatever the effort: what they touch, they touch. */
function measureEffort(sound: Sound, phone: Phone, loudness: Envelope): number {
  if (sound.kind === 'consonant') return 1;
  const loud = Math.max(0, averageLevel(loudness, phone.start, phone.end) - 0.5) * 2;
  const time = Math.min(1, Math.sqrt((phone.end - phone.start) / FULL_SIZE_SECONDS));
  return STRESS_EFFORT[phone.stress] * (QUIET_EFFORT + (LOUD_EFFORT - QUIET_EFFORT) * loud) * (0.6 + 0.4 * time);
}
