import type { Audio } from '../speech.ts';
import { alignFrames } from './align-frames.ts';
import { computeMelEnergies, computeMfcc, type Frames, selectFrames } from './features.ts';
import { detectVoiceActivity } from './voice-activity.ts';

/** Number of impostor texts to compare. */
const COHORT_SIZE = 12;
/** Frames per piece for a text that is nearly as long as the background speech, or longer: 0.8 s, a few syllables. */
const PIECE = 80;
/** Maximum share of the background speech for an impostor that is one continuous piece. */
const MAX_CONTINUOUS_SHARE = 0.6;

/**
 * Measures the mean cost of aligning impostors with a recording. Impostors are other words in the reference voice, with as many frames as
 * the text (`count`). Warping and adaptation make any two sounds somewhat similar, depending on voice, room, noise, and length, and
 * impostors measure this effect (cohort normalization in speaker verification: Auckenthaler, Carey, and Lloyd-Thomas 2000).
 * @param vtlnWarp Warp factor of the mel filters when the reference was aligned.
 * @param target The recording's features that the reference was aligned with.
 */
export function measureCohortCost(background: Audio, count: number, vtlnWarp: number, target: Frames): number {
  const melEnergies = computeMelEnergies(background, { warp: vtlnWarp });
  const speech = selectFrames(melEnergies, detectVoiceActivity(melEnergies).frames);
  const costs = drawImpostors(speech.count, count).map((numbers) => alignFrames(computeMfcc(selectFrames(speech, numbers)), target).cost);
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

/** Returns each impostor's frame indices. The random generator has a fixed seed, so they are always the same. */
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
