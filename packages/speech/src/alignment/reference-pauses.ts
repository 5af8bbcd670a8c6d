import type { SpeechTimeline } from '@talking-avatar/contract';
import type { Audio } from '../speech.ts';
import { alignFrames, measureCoarseCost } from './align-frames.ts';
import { selectFrames } from './features.ts';
import type { Pause } from './pauses.ts';
import { cutAudio } from './pieces.ts';
import { extractSpeechFeatures, type SpeechFeatures, timeToFrame } from './speech-features.ts';
import { interpolatePath } from './warping.ts';

// These are initial values that have not been tuned. The errors in docs/decisions/0007-alignment.md were measured with them.

/** Maximum distance between a pause in the recording and the end of a word, in seconds of speech. Pauses farther away are within a word. */
const REACH = 0.25;
/** Length of an inserted pause, in seconds. Any detectable length will do, because all pauses are compared at the same length. */
const INSERTED = 0.3;
/** Minimum length of a reference pause after a word, and maximum time between the end of the word and the pause, in seconds. */
const SHORTEST_OWN_PAUSE = 0.1;
const TOLERANCE = 0.05;
/**
 * Minimum pause rate for a reference with punctuation, as a fraction of the pause rate of the recording. The other pauses may be in speech
 * after the text.
 */
const PUNCTUATED = 0.5;
/** Number of words to try on each side of the initial word when a pause is moved, and number of passes over all pauses. */
const TRIED_WORDS = 4;
const ROUNDS = 2;

interface Spoken {
  audio: Audio;
  timeline: SpeechTimeline;
}

/** A pause in the recording (in seconds), the reference word that it follows, and whether the reference has a pause there. */
interface PlacedPause {
  pause: Pause;
  word: number;
  isInReference: boolean;
}

/**
 * Adds pauses to the reference where the recording has a pause but the text has no punctuation. Without them, warping stretches the
 * adjacent words over each pause and may lose words in short recordings.
 * @returns the same reference if it already has the pauses
 */
export function addPausesOfRecording<Reference extends Spoken>(reference: Reference, recording: Audio): Reference {
  const placed = placePauses(reference, recording);
  if (placed.every(({ isInReference }) => isInReference)) return reference;
  for (let round = 0; round < ROUNDS; round++) {
    const before = placed.map(({ word }) => word).join();
    for (const index of placed.keys()) movePause(placed, index, reference, recording);
    if (placed.map(({ word }) => word).join() === before) break;
  }
  return placed
    .filter(({ isInReference }) => !isInReference)
    .reduceRight<Reference>((longer, { word }) => insertSilence(longer, longer.timeline.words[word]!.end), reference);
}

/** Finds the word before each pause in a recording by aligning the speech with the pauses removed. */
function placePauses({ audio, timeline: { words, phones } }: Spoken, recording: Audio): PlacedPause[] {
  const [own, target] = [extractSpeechFeatures(audio), extractSpeechFeatures(recording)];
  if (countPauses(own) >= PUNCTUATED * countPauses(target)) return [];
  const [source, speech] = [removePauses(own), removePauses(target)];
  const place = interpolatePath(alignFrames(source.frames, speech.frames).path);
  const ends = words.slice(0, -1).map(({ end }) => place(timeToFrame(source, end)));
  const placed: PlacedPause[] = [];
  for (const pause of target.pauses) {
    const frame = timeToFrame(speech, (pause.start + pause.end) / 2);
    const [word, distance] = ends.reduce(
      (best, end, index) => (Math.abs(end - frame) < best[1] ? [index, Math.abs(end - frame)] : best),
      [-1, Number.POSITIVE_INFINITY],
    );
    if (distance * speech.hop > REACH || word <= (placed.at(-1)?.word ?? -1)) continue;
    const { end } = words[word]!;
    const isInReference = phones.some(
      (phone) => phone.word === null && phone.end - phone.start >= SHORTEST_OWN_PAUSE && phone.start <= end + TOLERANCE && phone.end > end,
    );
    placed.push({ pause, word, isInReference });
  }
  return placed;
}

/** Moves a pause to the word that minimizes the cost of the speech between the previous and the next pause. */
function movePause(placed: PlacedPause[], index: number, { audio, timeline }: Spoken, recording: Audio): void {
  const { words, duration } = timeline;
  const { word, isInReference } = placed[index]!;
  if (isInReference) return;
  const [before, after] = [placed[index - 1], placed[index + 1]];
  const [first, last] = [before?.word ?? -1, after?.word ?? words.length - 1];
  const [start, end] = [words[first]?.end ?? 0, after ? words[last]!.end : duration];
  const target = extractSpeechFeatures(
    cutAudio(recording, before?.pause.end ?? 0, after?.pause.start ?? recording.samples.length / recording.sampleRate),
  );
  const source = cutAudio(audio, start, end);
  const tried = Array.from({ length: 2 * TRIED_WORDS + 1 }, (_, offset) => word - TRIED_WORDS + offset)
    .filter((other) => other > first && other < last)
    .map((other) => {
      const { frames } = extractSpeechFeatures(insertSamples(source, words[other]!.end - start));
      return { word: other, cost: measureCoarseCost(frames, target.frames) };
    });
  placed[index]!.word = tried.reduce((best, other) => (other.cost < best.cost ? other : best)).word;
}

const countPauses = ({ pauses, frames }: SpeechFeatures): number => pauses.length / frames.count;

function removePauses(features: SpeechFeatures): SpeechFeatures {
  const { frames, sourceFrames, hop, pauses } = features;
  const isSpeech = (time: number) => !pauses.some(({ start, end }) => time >= start && time < end);
  const kept = Int32Array.from(sourceFrames.keys()).filter((index) => isSpeech(sourceFrames[index]! * hop));
  return { ...features, frames: selectFrames(frames, kept), sourceFrames: kept.map((index) => sourceFrames[index]!) };
}

function insertSamples({ samples, sampleRate }: Audio, time: number): Audio {
  const [cut, added] = [Math.round(time * sampleRate), Math.round(INSERTED * sampleRate)];
  const longer = new Float32Array(samples.length + added);
  longer.set(samples.subarray(0, cut));
  longer.set(samples.subarray(cut), cut + added);
  return { samples: longer, sampleRate };
}

/** Inserts silence after the word that ends at the given time, in seconds. */
function insertSilence<Reference extends Spoken>(reference: Reference, time: number): Reference {
  const { audio, timeline } = reference;
  const shift = <Item extends { start: number; end: number }>(item: Item): Item =>
    (item.start + item.end) / 2 < time ? item : { ...item, start: item.start + INSERTED, end: item.end + INSERTED };
  const stretch = <Item extends { start: number; end: number }>(item: Item): Item =>
    item.start < time && item.end > time ? { ...item, end: item.end + INSERTED } : shift(item);
  const next = timeline.phones.findIndex(({ start, end }) => (start + end) / 2 >= time);
  const silence = { symbol: '', start: time, end: time + INSERTED, stress: 0 as const, word: null };
  return {
    ...reference,
    audio: insertSamples(audio, time),
    timeline: {
      ...timeline,
      duration: timeline.duration + INSERTED,
      phones: timeline.phones.map(shift).toSpliced(next < 0 ? timeline.phones.length : next, 0, silence),
      words: timeline.words.map(shift),
      marks: timeline.marks.map(stretch),
    },
  };
}
