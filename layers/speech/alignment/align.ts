import type { Language, Sex, SpeechTimeline } from '../../contract/index.ts';
import type { Audio, Speech, SpeechEngine } from '../speech.ts';
import { findSpeech } from './activity.ts';
import { learnAdaptation } from './adaptation.ts';
import { describeSound, type Frames, HOP, measureBands, sliceFrames, thinFrames } from './features.ts';
import { layBandAlong, layStraightBand, type Path, readPath, warp } from './warping.ts';

/** Fine frames in a coarse one. */
const COARSE = 4;

/** How far the coarse path may stray from the straight line: this many seconds, or this part of the recording. */
const STRAY_SECONDS = 15;
const STRAY_PART = 0.2;

/** Seconds that an adapted coarse path may stray from the one before. */
const ADAPTED_STRAY = 2;

/** Seconds that the fine path may stray from the coarse one. */
const FINE_STRAY = 0.5;

const ADAPTATIONS = 2;

export interface Recording {
  audio: Audio;
  text: string;
  language: Language;
  sex?: Sex;
}

export async function alignRecording(recording: Recording, engine: SpeechEngine): Promise<Speech & { cost: number }> {
  const { audio, text, language, sex = 'male' } = recording;
  const reference = await engine.speak({ text, language, sex, speed: 1 });
  const target = prepare(audio);
  const source = prepare(reference.audio);
  const path = findPath(source.frames, target.frames);
  const place = readPath(path);
  const toTarget = (time: number) =>
    Math.min(
      Math.max((place(time / HOP - source.start) + target.start) * HOP, 0),
      audio.samples.length / audio.sampleRate,
    );
  return {
    audio,
    timeline: carryOver(reference.timeline, toTarget, audio),
    warnings: reference.warnings,
    cost: path.cost,
  };
}

function prepare(audio: Audio): { frames: Frames; start: number } {
  const bands = measureBands(audio);
  const { start, end } = findSpeech(bands);
  return { frames: describeSound(sliceFrames(bands, start, end)), start };
}

export function findPath(reference: Frames, target: Frames): Path {
  const coarseTarget = thinFrames(target, COARSE);
  let adapted = reference;
  let coarse = thinFrames(adapted, COARSE);
  const stray = Math.max(STRAY_SECONDS / HOP, STRAY_PART * target.count) / COARSE;
  let path = warp(coarse, coarseTarget, layStraightBand(coarse.count, coarseTarget.count, Math.ceil(stray)));
  for (let round = 0; round < ADAPTATIONS; round++) {
    adapted = learnAdaptation(thinFrames(reference, COARSE), coarseTarget, path)(reference);
    coarse = thinFrames(adapted, COARSE);
    const radius = ADAPTED_STRAY / HOP / COARSE;
    path = warp(coarse, coarseTarget, layBandAlong(path, 1, coarse.count, coarseTarget.count, radius));
  }
  return warp(adapted, target, layBandAlong(path, COARSE, adapted.count, target.count, FINE_STRAY / HOP));
}

function carryOver(timeline: SpeechTimeline, toTarget: (time: number) => number, audio: Audio): SpeechTimeline {
  const span = <Item extends { start: number; end: number }>(item: Item): Item => ({
    ...item,
    start: toTarget(item.start),
    end: toTarget(item.end),
  });
  return {
    ...timeline,
    duration: audio.samples.length / audio.sampleRate,
    words: timeline.words.map(span),
    phones: timeline.phones.map(span),
    marks: timeline.marks.map(span),
  };
}
