import { type Frames, thinFrames } from './features.ts';
import { weighFrames } from './phonetic-weights.ts';
import { measureDistance } from './warping.ts';

/** Frames that are compared as one, 40 ms, and pairs of them that are compared at most: a hundred seconds of each. */
const COARSE = 4;
const MOST_PAIRS = 6_250_000;

/** Added to the distance where the speaker stays on a sound or passes over one, per frame. */
const STRAY = 0.3;

/** Sounds that one step may pass over: the speaker is up to three times as fast as the voice. */
const FASTEST_STEP = 3;

/**
 * The stretch of a text that a recording says when its beginning or its end is missing: the cheapest way (Viterbi) to say each frame
 * of the recording by sounds of the text in their order, from any of them to any.
 *
 * @returns the first and the last frame of the reference in it; undefined where they are too long to compare
 */
export function findSubsequence(reference: Frames, heard: Frames): { first: number; last: number } | undefined {
  const [sounds, target] = [thinFrames(reference, COARSE), thinFrames(heard, COARSE)];
  if (sounds.count * target.count > MOST_PAIRS) return undefined;
  const { first, last } = search(weighFrames(sounds), weighFrames(target));
  return { first: first * COARSE, last: Math.min(last * COARSE + COARSE, reference.count) - 1 };
}

/** The sounds at which the cheapest way begins and ends: every way carries along where it began. */
function search(sounds: Frames, heard: Frames): { first: number; last: number } {
  const { count } = sounds;
  let costs = Float64Array.from({ length: count }, (_, sound) => measureDistance(sounds, sound, heard, 0));
  let begun = Int32Array.from({ length: count }, (_, sound) => sound);
  for (let frame = 1; frame < heard.count; frame++) {
    const [nextCosts, nextBegun] = [new Float64Array(count), new Int32Array(count)];
    for (let sound = 0; sound < count; sound++) {
      let [best, from] = [costs[sound]! + STRAY, sound];
      for (let step = 1; step <= Math.min(FASTEST_STEP, sound); step++) {
        const cost = costs[sound - step]! + (step - 1) * STRAY;
        if (cost < best) [best, from] = [cost, sound - step];
      }
      nextCosts[sound] = best + measureDistance(sounds, sound, heard, frame);
      nextBegun[sound] = begun[from]!;
    }
    [costs, begun] = [nextCosts, nextBegun];
  }
  const last = costs.indexOf(costs.reduce((least, cost) => Math.min(least, cost)));
  return { first: begun[last]!, last };
}
