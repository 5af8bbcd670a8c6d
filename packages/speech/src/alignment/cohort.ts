import type { Audio } from '../speech.ts';
import { alignFrames } from './align-frames.ts';
import { computeMelEnergies, computeMfcc, type Frames, selectFrames } from './features.ts';
import { detectVoiceActivity } from './voice-activity.ts';

/** Number of impostor texts to compare with. */
const COHORT_SIZE = 12;
/** Frames per piece if the text is nearly as long as the background speech, or longer. This is 0.8 s, or a few syllables. */
const PIECE = 80;
/** Maximum length of an impostor that is one continuous piece, as a fraction of the background speech. */
const MAX_CONTINUOUS_SHARE = 0.6;

/**
 * Measures the mean cost of aligning impostors with a recording. Impostors are other words in the reference voice, with as many frames as
 * the text (`count`). Warping and adaptation make any two sounds somewhat similar, to a degree that depends on the voice, the room, noise,
 * and length. Impostors measure this effect (as in cohort normalization for speaker verification: Auckenthaler, Carey, and Lloyd-Thomas
 * 2000).
 * @param vtlnWarp Warp factor of the mel filters with which the reference was aligned.
 * @param target Features of the recording with which the reference was aligned.
 */
export function measureCohortCost(background: Audio, count: number, vtlnWarp: number, target: Frames): number {
  const melEnergies = computeMelEnergies(background, { warp: vtlnWarp });
  const speech = selectFrames(melEnergies, detectVoiceActivity(melEnergies).frames);
  const costs = drawImpostors(speech.count, count).map((numbers) => alignFrames(computeMfcc(selectFrames(speech, numbers)), target).cost);
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

/** Returns the frame indices of each impostor. The random number generator has a fixed seed, so they are always the same. */
function drawImpostors(available: number, count: number): Int32Array[] {
  let state = 7;
  const draw = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * below);
  };
  return Array.from({ length: COHORT_SIZE }, () => {
    const length = count <= MAX_CONTINUOUS_SHARE * available ? count : PIECE;
    const starts = Array.from({ length: Math.ceil(count / length) }, () => draw(available));
    return Int32Array.from({ length: count }, (_, frame) => {
      return (starts[Math.floor(frame / length)]! + (frame % length)) % available;
    });
  });
}
