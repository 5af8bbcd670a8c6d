import type { Audio } from '../speech.ts';
import { alignFrames } from './align-frames.ts';
import { weighEvidence } from './evidence.ts';
import { findExtent } from './extent.ts';
import { type Frames, HOP, measureBands } from './features.ts';
import type { Fit } from './mismatches.ts';
import type { Pause } from './pauses.ts';
import { type Description, describeAudio, describeBands, findFrame, findTime } from './speech-features.ts';
import { isHasty } from './tempo.ts';
import { isSteady, type Run } from './voice-activity.ts';
import { readPath } from './warping.ts';

/** From this cost on other lengths of the speaker's vocal tract are tried: most voices that fit stay below. */
const FOREIGN_COST = 0.64;

/**
 * How much longer the vocal tract of the reference voice is made: from a child's to a large man's. On voices sped up by
 * 1.35 the search takes the 90th percentile of the phones' errors from 85 to 35 ms.
 */
const TRACTS = [0.78, 0.86, 0.93, 1.08];

/** Seconds of the reference that are enough to hear which tract fits. */
const EXCERPT = 30;

/** Seconds that other sounds around the speech last, at least, to be told. */
const TOLD = 1;

/** How two sounds belong together. */
export interface Match {
  /** When the speech of the target is first loud, s, its pauses and lulls. */
  onset: number;
  pauses: Description['pauses'];
  lulls: Description['lulls'];
  /** Distance of the matched frames as a part of that of any frames. */
  cost: number;
  /** Seconds of the target for seconds of the reference. */
  locate: (time: number) => number;
  /** The target, as it is compared. */
  heard: Frames;
  /** The reference, adapted to the target, and how much longer the vocal tract of its voice was made. */
  reference: Description;
  tract: number;
  /** Whether an end of the reference has too little time in the target, see `isHasty`. */
  isHasty: () => boolean;
  /** How well each stretch of the target fits, in order. */
  weigh: () => Fit[];
  /** Whether a part of the target was left out. */
  isCut: boolean;
  /** What is heard before and after the speech but steady noise, and is not compared. */
  beyond: Pause[];
}

/**
 * Matches the speech of two sounds, with the reference voice as it is and, where that fits badly, with another vocal tract. What is
 * no speech of the reference before and after it is left out where the rest fits better without it.
 *
 * @param isWhole Whether nothing is left out.
 */
export function matchVoices(reference: Audio, target: Audio, isWhole = false): Match {
  const bands = measureBands(target);
  const own = describeAudio(reference);
  const whole = match(own, describeBands(bands));
  const extent = isWhole ? undefined : findExtent(own, bands, whole.locate);
  if (!extent) return matchTracts(reference, bands, whole);
  const cut = match(own, describeBands(bands, extent));
  return { ...matchTracts(reference, bands, cut, extent), isCut: true, beyond: findBeyond(bands, extent) };
}

function matchTracts(
  reference: Audio,
  bands: Frames,
  plain: Match,
  extent: Run = { start: 0, end: bands.count },
): Match {
  if (plain.cost < FOREIGN_COST) return plain;
  const source = takeStart(reference, EXCERPT);
  const end = Math.min(extent.end, Math.ceil(plain.locate(EXCERPT) / HOP) + 1);
  const excerpt = describeBands(bands, { start: extent.start, end });
  const fits = [1, ...TRACTS].map((tract) => ({ tract, cost: match(describeAudio(source, tract), excerpt).cost }));
  const { tract } = fits.reduce((best, other) => (other.cost < best.cost ? other : best));
  if (tract === 1) return plain;
  const changed = match(describeAudio(reference, tract), describeBands(bands, extent), tract);
  return changed.cost < plain.cost ? changed : plain;
}

/** Long sounds around an extent that are no steady noise. */
function findBeyond(bands: Frames, { start, end }: Run): Pause[] {
  return [
    { start: 0, end: start },
    { start: end, end: bands.count },
  ]
    .filter((run) => (run.end - run.start) * HOP >= TOLD && !isSteady(bands, run))
    .map((run) => ({ start: run.start * HOP, end: run.end * HOP }));
}

function match(reference: Description, target: Description, tract = 1): Match {
  const { path, cost, adapted } = alignFrames(reference.frames, target.frames);
  const place = readPath(path);
  const weigh = () =>
    weighEvidence(adapted, target.frames, path).map(({ margin, telling, ...frames }) => ({
      margin,
      telling,
      start: findTime(target, frames.target.start),
      end: findTime(target, frames.target.end),
      reference: {
        start: findTime(reference, frames.reference.start),
        end: findTime(reference, frames.reference.end),
      },
    }));
  const { onset, pauses, lulls } = target;
  const locate = (time: number) => findTime(target, place(findFrame(reference, time)));
  return {
    onset,
    pauses,
    lulls,
    cost,
    locate,
    heard: target.frames,
    reference: { ...reference, frames: adapted },
    tract,
    isHasty: () => isHasty(path, adapted.count),
    weigh,
    isCut: false,
    beyond: [],
  };
}

function takeStart({ samples, sampleRate }: Audio, seconds: number): Audio {
  return { samples: samples.subarray(0, Math.ceil(seconds * sampleRate)), sampleRate };
}
