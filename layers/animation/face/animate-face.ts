import type { Emotion, SpeechTimeline } from '../../contract/index.ts';
import type { Channel } from '../channels.ts';
import type { Curve } from '../motion/index.ts';
import type { MouthCurves } from '../mouth/index.ts';
import { animateBlinks, planBlinks } from './blinks.ts';
import { animateBreaths } from './breaths.ts';
import { animateBrows } from './brows.ts';
import { type Emotions, poseEmotions } from './emotion.ts';
import { animateEyes } from './gaze.ts';
import { animateHead } from './head.ts';
import { animateIdle } from './idle.ts';
import { animatePauses } from './pauses.ts';
import { findAccents, findPhrases } from './phrasing.ts';
import { listLargeShifts, planSaccades } from './saccades.ts';
import { readSentences } from './sentences.ts';
import type { Voice } from './voice.ts';

/** Input of the face animation. */
export interface FaceInput extends Voice {
  timeline: SpeechTimeline;
  /** The expression outside the emotion spans of the timeline. */
  emotion: Emotion;
  /** Seed of everything random (blinks, gaze, idle sway). The same seed gives the same bytes. */
  seed: string;
}

/**
 * Animates everything but the speaking mouth: emotion, brows, breath, head, eyes and lids.
 *
 * @param vocalEffort from `computeVocalEffort`
 * @returns layers of curves, to be combined with the mouth's curves
 */
export function animateFace(
  input: FaceInput,
  mouth: MouthCurves,
  emotions: Emotions,
  vocalEffort: Curve,
): Map<Channel, Curve>[] {
  const { timeline, pitch, seed } = input;
  const { duration } = timeline;
  const accents = findAccents(timeline, input, vocalEffort);
  const sentences = readSentences(timeline);
  const phrases = findPhrases(timeline, sentences, input);
  const saccades = planSaccades(duration, phrases, seed);
  const head = animateHead({ duration, accents, phrases, sentences, saccades, emotions, pitch, seed });
  const blinks = planBlinks(duration, phrases, listLargeShifts(saccades), seed);
  return [
    poseEmotions(emotions, mouth, seed),
    animateBrows(duration, accents, phrases, sentences, emotions, seed),
    animateBreaths(duration, phrases, mouth),
    animatePauses(duration, phrases, mouth, seed),
    animateIdle(duration, mouth, seed),
    new Map<Channel, Curve>([
      ['headYaw', head.yaw],
      ['headPitch', head.pitch],
      ['headRoll', head.roll],
    ]),
    animateEyes(duration, saccades, head, emotions),
    animateBlinks(blinks, duration),
  ];
}
