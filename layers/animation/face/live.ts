import type { Emotion, SpeechTimeline } from '../../contract/index.ts';
import type { Channel } from '../channels.ts';
import type { Curve } from '../motion/index.ts';
import type { Mouth } from '../mouth/index.ts';
import { listBlinks, poseBlinks } from './blinks.ts';
import { drawBreaths } from './breaths.ts';
import { raiseBrows } from './brows.ts';
import { drawEmotions, poseEmotions } from './emotion.ts';
import { moveEyes } from './gaze.ts';
import { moveHead } from './head.ts';
import { listAccents, listPhrases } from './phrasing.ts';
import { listLargeShifts, listSaccades } from './saccades.ts';
import type { Voice } from './voice.ts';

/** Everything that decides how a face moves. */
export interface Performance extends Voice {
  timeline: SpeechTimeline;
  /** The expression worn where no emotion span of the timeline says otherwise. */
  emotion: Emotion;
  /** Decides what chance decides (blinks, gaze, sway): the same seed gives the same bytes. */
  seed: string;
}

/** Everything but the speaking mouth, as layers of curves to add up: emotion, brows, breath, head, eyes, lids. */
export function liveFace(performance: Performance, mouth: Mouth): Map<Channel, Curve>[] {
  const { timeline, pitch, emotion, seed } = performance;
  const { duration } = timeline;
  const accents = listAccents(timeline, performance);
  const phrases = listPhrases(timeline, performance);
  const emotions = drawEmotions(timeline, emotion);
  const saccades = listSaccades(duration, phrases, emotions, seed);
  const head = moveHead({ duration, accents, phrases, saccades, emotions, pitch, seed });
  const blinks = listBlinks(duration, phrases, listLargeShifts(saccades), emotions, seed);
  return [
    poseEmotions(emotions, mouth, seed),
    raiseBrows(duration, accents, phrases, emotions, seed),
    drawBreaths(duration, phrases, mouth),
    new Map<Channel, Curve>([
      ['headYaw', head.yaw],
      ['headPitch', head.pitch],
      ['headRoll', head.roll],
    ]),
    moveEyes(duration, saccades, head, emotions),
    poseBlinks(blinks, duration),
  ];
}
