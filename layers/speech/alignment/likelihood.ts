import type { Audio } from '../speech.ts';
import { findSpeech } from './activity.ts';
import { learnAdaptation } from './adaptation.ts';
import { CEPSTRA, describeSound, type Frames, joinFrames, measureBands, selectFrames, thinFrames } from './features.ts';
import { measureDistance } from './warping.ts';

/** Frames that are compared as one: 20 ms. */
const THIN = 2;

/**
 * How much each cepstrum and its slopes tell of the sound that is spoken, beside the voice: the root of how much more unmatched frames
 * of two voices differ in it than matched ones (measured on people and synthesizers in fourteen languages).
 */
const TELLING = [0.9, 1.33, 1.1, 1.15, 1.13, 1.07, 0.97, 0.88, 0.91, 0.87, 0.84, 0.83, 0.72];

/** Added to the distance where the speaker stays on a sound or passes over one, per frame. */
const STRAY = 0.3;

/** Added where a free speaker goes from any sound to any other. */
const LEAP = 1.5;

/** Sounds that one step may pass over: the speaker is up to three times as fast as the voice. */
const FASTEST_STEP = 3;

/** Times that the voice is adapted to the speaker. */
const ADAPTATIONS = 2;

/** How much longer the vocal tract of the voice is tried to be. */
const TRACTS = [1, 0.8, 0.88, 1.1];

/** How a recording is explained, in mean distances of its frames. */
export interface Likelihood {
  /** By the sounds of the text in their order. */
  spoken: number;
  /** By any sounds of the voice in any order: what is left is the voice, the room and the noise. */
  free: number;
}

/**
 * Compares how well the text explains a recording with how well anything explains it that the same voice could say: a loop over all
 * its sounds, as the filler models of keyword spotting. The voice is adapted to the speaker by the free explanation alone, which
 * does not favour the text.
 *
 * @param reference The text as the voice speaks it.
 * @param background Other speech of that voice.
 * @param heard The recording, as it is described for the alignment.
 */
export function measureLikelihood(reference: Audio, background: Audio, heard: Frames): Likelihood {
  const target = thinFrames(heard, THIN);
  const explained = TRACTS.map((tract) => explain(reference, background, target, tract));
  return explained.reduce((best, other) => (other.free < best.free ? other : best));
}

function explain(reference: Audio, background: Audio, target: Frames, tract: number): Likelihood {
  const [own, others] = [selectSpeech(reference, tract), selectSpeech(background, tract)];
  const voice = thinFrames(describeSound(joinFrames(own, others)), THIN);
  const count = Math.min(voice.count, Math.max(1, Math.floor(own.count / THIN)));
  const weighted = weighFrames(target);
  const steps = Int32Array.from({ length: target.count }, (_, frame) => frame);
  let adapted = voice;
  for (let round = 0; round < ADAPTATIONS; round++) {
    const { path } = follow(weighFrames(adapted), weighted, FREE);
    adapted = learnAdaptation(voice, target, { reference: path, target: steps, cost: 0 })(voice);
  }
  const sounds = weighFrames(adapted);
  const text = { ...sounds, data: sounds.data.subarray(0, count * sounds.size), count };
  return { spoken: follow(text, weighted, WHOLE).cost, free: follow(sounds, weighted, FREE).cost };
}

function selectSpeech(audio: Audio, tract: number): Frames {
  const bands = measureBands(audio, tract);
  return selectFrames(bands, findSpeech(bands).frames);
}

function weighFrames(frames: Frames): Frames {
  return { ...frames, data: frames.data.map((value, index) => value * TELLING[(index % frames.size) % CEPSTRA]!) };
}

/** How a speaker may go through sounds: leaping from any to any other or not, and from the first to the last or between any two. */
interface Manner {
  leaps: boolean;
  isOpen: boolean;
}
const FREE: Manner = { leaps: true, isOpen: true };
const WHOLE: Manner = { leaps: false, isOpen: false };
const PART: Manner = { leaps: false, isOpen: true };

/** Frames that are compared as one to find a part, 40 ms, and pairs of them that are compared at most: a hundred seconds of each. */
const COARSE = 4;
const MOST_PAIRS = 6_250_000;

/**
 * The stretch of a text that a recording says when its beginning or its end is missing.
 *
 * @returns the first and the last frame of the reference in it; undefined where they are too long to compare
 */
export function findPart(reference: Frames, heard: Frames): { first: number; last: number } | undefined {
  const [sounds, target] = [thinFrames(reference, COARSE), thinFrames(heard, COARSE)];
  if (sounds.count * target.count > MOST_PAIRS) return undefined;
  const { path } = follow(weighFrames(sounds), weighFrames(target), PART);
  return { first: path[0]! * COARSE, last: Math.min(path.at(-1)! * COARSE + COARSE, reference.count) - 1 };
}

/**
 * The cheapest way (Viterbi) to say each frame of a recording by one of some sounds.
 *
 * @returns the mean cost of a frame, and for each frame its sound
 */
function follow(sounds: Frames, heard: Frames, { leaps, isOpen }: Manner): { cost: number; path: Int32Array } {
  const { count } = sounds;
  const before = new Int32Array(heard.count * count);
  let costs = new Float64Array(count).map((_, sound) =>
    isOpen || sound === 0 ? measureDistance(sounds, sound, heard, 0) : Number.POSITIVE_INFINITY,
  );
  for (let frame = 1; frame < heard.count; frame++) {
    const leap = leaps ? findLeast(costs) : 0;
    const next = new Float64Array(count);
    for (let sound = 0; sound < count; sound++) {
      let [best, from] = [costs[sound]! + STRAY, sound];
      for (let step = 1; step <= Math.min(FASTEST_STEP, sound); step++) {
        const cost = costs[sound - step]! + (step - 1) * STRAY;
        if (cost < best) [best, from] = [cost, sound - step];
      }
      if (leaps && costs[leap]! + LEAP < best) [best, from] = [costs[leap]! + LEAP, leap];
      next[sound] = best + (best < Number.POSITIVE_INFINITY ? measureDistance(sounds, sound, heard, frame) : 0);
      before[frame * count + sound] = from;
    }
    costs = next;
  }
  const path = new Int32Array(heard.count);
  let sound = isOpen ? findLeast(costs) : count - 1;
  const cost = costs[sound]! / heard.count;
  for (let frame = heard.count - 1; frame >= 0; frame--) {
    path[frame] = sound;
    sound = before[frame * count + sound]!;
  }
  return { cost, path };
}

function findLeast(costs: Float64Array): number {
  let least = 0;
  for (let index = 1; index < costs.length; index++) if (costs[index]! < costs[least]!) least = index;
  return least;
}
