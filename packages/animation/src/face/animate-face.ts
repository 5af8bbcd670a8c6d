import type { Emotion, SpeechTimeline, Strengths } from '@talking-avatar/contract';
import type { Channel } from '../channels.ts';
import type { Curve } from '../motion/index.ts';
import type { MouthCurves } from '../mouth/index.ts';
import { scaleLayer } from '../strengths.ts';
import { animateBlinks, planBlinks } from './blinks.ts';
import { animateBreaths } from './breaths.ts';
import { animateBrows } from './brows.ts';
import { type ExpressionLevels, poseEmotions } from './emotion.ts';
import { animateEyes } from './gaze.ts';
import { animateHead, type Head } from './head.ts';
import { animateIdle } from './idle.ts';
import { animatePauses } from './pauses.ts';
import { findAccents, findPhrases } from './phrasing.ts';
import { listLargeShifts, planSaccades } from './saccades.ts';
import { readSentences } from './sentences.ts';
import type { Voice } from './voice.ts';

export interface FaceInput extends Voice {
  timeline: SpeechTimeline;
  /** Emotion wherever the timeline does not specify one. */
  emotion: Emotion;
  /** Seed for everything random (blinks, gaze, idle sway). The same seed gives the same bytes. */
  seed: string;
  /** Movement scale for each part of the face, 0..2. Defaults to 1. */
  strengths?: Strengths | undefined;
}

/**
 * Animates everything except the speaking mouth: emotion, brows, breath, head, eyes, and eyelids.
 * @param vocalEffort from `computeVocalEffort`
 * @returns layers of curves, to be combined with the mouth curves
 */
export function animateFace(
  input: FaceInput,
  mouth: MouthCurves,
  emotions: ExpressionLevels,
  vocalEffort: Curve,
): ReadonlyMap<Channel, Curve>[] {
  const { timeline, pitch, seed, strengths = {} } = input;
  const { duration } = timeline;
  const accents = findAccents(timeline, input, vocalEffort);
  const sentences = readSentences(timeline);
  const phrases = findPhrases(timeline, sentences, input);
  const saccades = planSaccades(duration, phrases, seed);
  const solved = animateHead({ duration, accents, phrases, sentences, saccades, emotions, pitch, seed });
  // The eyes compensate for head movement.
  const head = scaleHead(solved, strengths.head);
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
    scaleLayer(animateEyes(duration, saccades, head, emotions), strengths.gaze),
    scaleLayer(animateBlinks(blinks, duration), strengths.blinks),
  ];
}

function scaleHead(head: Head, factor = 1): Head {
  const scale = (curve: Curve): Curve => curve.map((value) => value * factor);
  return factor === 1 ? head : { yaw: scale(head.yaw), pitch: scale(head.pitch), roll: scale(head.roll) };
}
