import type { Phone, SpeechTimeline } from '@talking-avatar/contract';
import { averageLevel, type LoudnessEnvelope } from '../envelope.ts';
import type { Curve } from '../motion/index.ts';
import { readSymbol, type SpeechSound } from '../phonetics/index.ts';
import { effortAt } from '../vocal-effort.ts';

/** A speech sound or a pause (`sound` is null), with its start and end in the audio, in s. `effort` scales the size of the movement. */
export interface Gesture {
  sound: SpeechSound | null;
  start: number;
  end: number;
  effort: number;
  stress: Phone['stress'];
}

/** Shortest silence that counts as a pause, in s. */
const SHORTEST_PAUSE = 0.12;
/** Vowel size with no, primary, and secondary stress. Unstressed vowels are reduced (Lindblom 1963). */
const STRESS_EFFORT = [0.9, 1.12, 1] as const;
/** Vowel size at 15 dB below the loud moments, and in the loud moments. */
const QUIET_EFFORT = 0.75;
const LOUD_EFFORT = 1.12;
/** Minimum duration of a full-size vowel, in s. Below it, the size decreases with the square root of the duration. */
const FULL_SIZE_SECONDS = 0.09;

/** Relative change in vowel size at maximum and minimum vocal effort. Hand-picked. Loud speech opens the jaw wider (Schulman 1989). */
const LOUD_VOICE = 0.34;
const SOFT_VOICE = 0.32;

/** Lists the sounds in a timeline, and the pauses between them, in order. */
export function findGestures(timeline: SpeechTimeline, loudness: LoudnessEnvelope, vocalEffort: Curve): Gesture[] {
  const gestures: Gesture[] = [];
  let silentSince = 0;
  const pause = (until: number): void => {
    if (until - silentSince >= SHORTEST_PAUSE) gestures.push({ sound: null, start: silentSince, end: until, effort: 1, stress: 0 });
  };
  for (const phone of timeline.phones) {
    const sounds = splitPhone(phone, loudness, vocalEffort);
    if (sounds.length === 0) continue;
    pause(phone.start);
    gestures.push(...sounds);
    silentSince = phone.end;
  }
  pause(timeline.duration);
  return gestures;
}

function splitPhone(phone: Phone, loudness: LoudnessEnvelope, vocalEffort: Curve): Gesture[] {
  let start = phone.start;
  const voice = effortAt(vocalEffort, (phone.start + phone.end) / 2);
  return readSymbol(phone.symbol).map(({ sound, share }) => {
    const end = start + share * (phone.end - phone.start);
    const gesture = { sound, start, end, effort: measureEffort(sound, phone, loudness, voice), stress: phone.stress };
    start = end;
    return gesture;
  });
}

/** Returns the size factor for a sound. Consonants are always full-size, because their contacts must be complete. */
function measureEffort(sound: SpeechSound, phone: Phone, loudness: LoudnessEnvelope, voice: number): number {
  if (sound.kind === 'consonant') return 1;
  const loud = Math.max(0, averageLevel(loudness, phone.start, phone.end) - 0.5) * 2;
  const time = Math.min(1, Math.sqrt((phone.end - phone.start) / FULL_SIZE_SECONDS));
  const size = 1 + voice * (voice > 0 ? LOUD_VOICE : SOFT_VOICE);
  return size * STRESS_EFFORT[phone.stress] * (QUIET_EFFORT + (LOUD_EFFORT - QUIET_EFFORT) * loud) * (0.6 + 0.4 * time);
}
