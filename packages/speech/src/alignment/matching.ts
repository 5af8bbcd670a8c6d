import type { Audio } from '../speech.ts';
import { alignFrames } from './align-frames.ts';
import { type Edit, findEdits } from './edits.ts';
import { scoreWindows } from './evidence.ts';
import { findSpeechExtent } from './extent.ts';
import { computeMelEnergies, type Frames, HOP, type MelEnergies } from './features.ts';
import type { WindowScore } from './mismatches.ts';
import type { Pause } from './pauses.ts';
import { extractFromMelEnergies, extractSpeechFeatures, frameToTime, type SpeechFeatures, timeToFrame } from './speech-features.ts';
import { hasRushedEnd } from './tempo.ts';
import { type FrameRange, isStationaryNoise } from './voice-activity.ts';
import { interpolatePath } from './warping.ts';

/** Minimum cost at which other vocal tract lengths are tried. Most matching voices cost less. */
const VTLN_COST = 0.64;
/**
 * Warp factors, from a child's voice to a large man's. For voices sped up by a factor of 1.35, they reduce the 90th percentile of errors
 * from 85 to 35 ms.
 */
const VTLN_WARPS = [0.78, 0.86, 0.93, 1.08];
/** Tempo, relative to the reference, above which the frame rate of the features rises, and tempo above which it rises no further. */
const FAST_TEMPO = 1.15;
const FASTEST_TEMPO = 2.5;
/** Length of the part of the reference that is used to choose the warp factor, in seconds. */
const EXCERPT = 30;
/** Minimum duration at which other sounds around the speech are reported, in seconds. */
const MIN_OTHER_SOUND = 1;

/** An alignment of reference speech with a target recording. */
export interface SpeechMatch {
  /** Start of loud speech in the target, in seconds, and the target's pauses and quiet spans. */
  onset: number;
  pauses: SpeechFeatures['pauses'];
  quietSpans: SpeechFeatures['quietSpans'];
  /** Mean distance between matched frames, divided by the mean distance between unrelated frames, 0..1. */
  cost: number;
  /** Maps a time in the reference to a time in the target, both in seconds. */
  toTargetTime: (time: number) => number;
  /** The target features used for the comparison, and the duration of the target's speech after pauses are shortened, in seconds. */
  target: Frames;
  targetSeconds: number;
  /** The reference features, transformed to the target's voice, and the warp factor of their mel filters. */
  reference: SpeechFeatures;
  vtlnWarp: number;
  /** True if the end of the reference is rushed; see `hasRushedEnd`. */
  hasRushedEnd: () => boolean;
  /** Scores how well each window of the target matches, in order. */
  scoreWindows: () => WindowScore[];
  /**
   * Finds inserted and deleted words and their times in the target, given the end of each word in the reference. All times are in seconds.
   */
  compareWords: (ends: readonly number[], hasMismatch: boolean) => Edit[];
  /** True if part of the target was cut off. */
  isCut: boolean;
  /** Sounds other than stationary noise in the parts that were cut off. */
  otherSounds: Pause[];
}

/**
 * Aligns reference speech with a target, trying other vocal tract lengths if they match poorly. Unless `isWhole`, sound around the speech
 * is cut off if the rest matches better.
 */
export function matchSpeech(reference: Audio, target: Audio, isWhole = false): SpeechMatch {
  const own = extractSpeechFeatures(reference);
  const melEnergies = computeAtUsualTempo(target, own);
  const whole = matchFeatures(own, extractFromMelEnergies(melEnergies));
  const extent = isWhole ? undefined : findSpeechExtent(own, melEnergies, whole.toTargetTime);
  if (!extent) return matchWithVtln(reference, melEnergies, whole);
  const cut = matchFeatures(own, extractFromMelEnergies(melEnergies, extent));
  return {
    ...matchWithVtln(reference, melEnergies, cut, extent),
    isCut: true,
    otherSounds: findOtherSounds(melEnergies, extent),
  };
}

/** Computes the mel energies of a recording, with more frames per second if it is faster than the reference. */
function computeAtUsualTempo(target: Audio, { frames }: SpeechFeatures): MelEnergies {
  const melEnergies = computeMelEnergies(target);
  const tempo = frames.count / extractFromMelEnergies(melEnergies).frames.count;
  if (tempo < FAST_TEMPO) return melEnergies;
  return computeMelEnergies(target, { hop: HOP / Math.min(tempo, FASTEST_TEMPO) });
}

function matchWithVtln(
  reference: Audio,
  melEnergies: MelEnergies,
  plain: SpeechMatch,
  extent: FrameRange = { start: 0, end: melEnergies.count },
): SpeechMatch {
  if (plain.cost < VTLN_COST) return plain;
  const source = takeStart(reference, EXCERPT);
  const end = Math.min(extent.end, Math.ceil(plain.toTargetTime(EXCERPT) / melEnergies.hop) + 1);
  const excerpt = extractFromMelEnergies(melEnergies, { start: extent.start, end });
  const fits = [1, ...VTLN_WARPS].map((vtlnWarp) => ({
    vtlnWarp,
    cost: matchFeatures(extractSpeechFeatures(source, vtlnWarp), excerpt).cost,
  }));
  const { vtlnWarp } = fits.reduce((best, other) => (other.cost < best.cost ? other : best));
  if (vtlnWarp === 1) return plain;
  const changed = matchFeatures(extractSpeechFeatures(reference, vtlnWarp), extractFromMelEnergies(melEnergies, extent), vtlnWarp);
  return changed.cost < plain.cost ? changed : plain;
}

function findOtherSounds(melEnergies: MelEnergies, { start, end }: FrameRange): Pause[] {
  return [
    { start: 0, end: start },
    { start: end, end: melEnergies.count },
  ]
    .filter((run) => (run.end - run.start) * melEnergies.hop >= MIN_OTHER_SOUND && !isStationaryNoise(melEnergies, run))
    .map((run) => ({ start: run.start * melEnergies.hop, end: run.end * melEnergies.hop }));
}

function matchFeatures(reference: SpeechFeatures, target: SpeechFeatures, vtlnWarp = 1): SpeechMatch {
  const { path, cost, adapted } = alignFrames(reference.frames, target.frames);
  const toTargetFrame = interpolatePath(path);
  const scoreMatchWindows = () =>
    scoreWindows(adapted, target.frames, path).map(({ margin, phoneticMargin, ...frames }) => ({
      margin,
      phoneticMargin,
      start: frameToTime(target, frames.target.start),
      end: frameToTime(target, frames.target.end),
      reference: {
        start: frameToTime(reference, frames.reference.start),
        end: frameToTime(reference, frames.reference.end),
      },
    }));
  const { onset, pauses, quietSpans } = target;
  const toTargetTime = (time: number) => frameToTime(target, toTargetFrame(timeToFrame(reference, time)));
  return {
    onset,
    pauses,
    quietSpans,
    cost,
    toTargetTime,
    target: target.frames,
    targetSeconds: target.frames.count * target.hop,
    reference: { ...reference, frames: adapted },
    vtlnWarp,
    hasRushedEnd: () => hasRushedEnd(path, adapted.count),
    scoreWindows: scoreMatchWindows,
    compareWords: (ends, hasMismatch) =>
      findEdits(
        adapted,
        target.frames,
        path,
        ends.map((end) => timeToFrame(reference, end)),
        hasMismatch,
      ).map((edit) => ({ ...edit, start: frameToTime(target, edit.start), end: frameToTime(target, edit.end) })),
    isCut: false,
    otherSounds: [],
  };
}

function takeStart({ samples, sampleRate }: Audio, seconds: number): Audio {
  return { samples: samples.subarray(0, Math.ceil(seconds * sampleRate)), sampleRate };
}
