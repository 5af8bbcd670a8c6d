import type { Audio } from '../speech.ts';
import { alignFrames } from './align-frames.ts';
import { describeSound, type Frames, measureBands, selectFrames } from './features.ts';
import { findSpeech } from './voice-activity.ts';

/** Other texts that are laid on a recording. */
const SIZE = 12;

/** Frames of a piece of the background speech when a text is nearly as long as all of it, or longer: 0.8 s, a few syllables. */
const PIECE = 80;

/** Up to this part of its length the background speech is cut as it is. */
const CONTINUOUS = 0.6;

/**
 * The mean cost of laying other words of the same voice, as many frames of them as the text has, on a recording. Warping and adapting
 * make any two sounds somewhat alike, and how much depends on the voice, the room, the noise and the length: other words show it
 * (the cohort of impostors by which speaker verification normalizes its scores: Auckenthaler, Carey and Lloyd-Thomas, 2000).
 *
 * @param background Speech of the voice that speaks the reference.
 * @param count Frames of the reference.
 * @param tract How much longer its vocal tract was made.
 * @param heard The recording, as the reference was laid on it.
 */
export function measureCohort(background: Audio, count: number, tract: number, heard: Frames): number {
  const bands = measureBands(background, tract);
  const speech = selectFrames(bands, findSpeech(bands).frames);
  const costs = drawPieces(speech.count, count).map(
    (numbers) => alignFrames(describeSound(selectFrames(speech, numbers)), heard).cost,
  );
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

/** The numbers of the frames of each of the other texts, the same ones every time. */
function drawPieces(available: number, count: number): Int32Array[] {
  let state = 7;
  const draw = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * below);
  };
  return Array.from({ length: SIZE }, () => {
    const length = count <= CONTINUOUS * available ? count : PIECE;
    const starts = Array.from({ length: Math.ceil(count / length) }, () => draw(available));
    return Int32Array.from({ length: count }, (_, frame) => {
      return (starts[Math.floor(frame / length)]! + (frame % length)) % available;
    });
  });
}
