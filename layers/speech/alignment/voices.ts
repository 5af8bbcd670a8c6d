import type { Audio } from '../speech.ts';
import { type Description, describeAudio, findFrame, findTime } from './description.ts';
import { weighEvidence } from './evidence.ts';
import type { Frames } from './features.ts';
import { alignFrames } from './path.ts';
import type { Fit } from './verdict.ts';
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
  /** How well each stretch of the target fits, in order. */
  weigh: () => Fit[];
}

/** Matches two sounds, with the reference voice as it is and, where that fits badly, with another vocal tract. */
export function matchVoices(reference: Audio, target: Audio): Match {
  const described = describeAudio(target);
  const plain = match(describeAudio(reference), described);
  if (plain.cost < FOREIGN_COST) return plain;
  const source = takeStart(reference, EXCERPT);
  const excerpt = describeAudio(takeStart(target, plain.locate(EXCERPT)));
  const fits = [1, ...TRACTS].map((tract) => ({ tract, cost: match(describeAudio(source, tract), excerpt).cost }));
  const { tract } = fits.reduce((best, other) => (other.cost < best.cost ? other : best));
  if (tract === 1) return plain;
  const changed = match(describeAudio(reference, tract), described);
  return changed.cost < plain.cost ? changed : plain;
}

function match(reference: Description, target: Description): Match {
  const { path, cost, adapted } = alignFrames(reference.frames, target.frames);
  const place = readPath(path);
  const weigh = () =>
    weighEvidence(adapted, target.frames, path).map(({ margin, ...frames }) => ({
      margin,
      start: findTime(target, frames.target.start),
      end: findTime(target, frames.target.end),
      reference: {
        start: findTime(reference, frames.reference.start),
        end: findTime(reference, frames.reference.end),
      },
    }));
  const { onset, pauses, lulls } = target;
  const locate = (time: number) => findTime(target, place(findFrame(reference, time)));
  return { onset, pauses, lulls, cost, locate, heard: target.frames, weigh };
}

function takeStart({ samples, sampleRate }: Audio, seconds: number): Audio {
  return { samples: samples.subarray(0, Math.ceil(seconds * sampleRate)), sampleRate };
}
