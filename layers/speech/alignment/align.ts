import type { Language, Sex } from '../../contract/index.ts';
import { type Audio, type Speech, type SpeechEngine, SpeechError } from '../speech.ts';
import { findSpeech } from './activity.ts';
import { describeSound, type Frames, HOP, measureBands, selectFrames } from './features.ts';
import { alignFrames } from './path.ts';
import type { Pause } from './pauses.ts';
import { transferTimeline } from './transfer.ts';
import { readPath } from './warping.ts';

/** Costs above this one speak of another text: right ones stay below .70, at 10 dB of noise below .72; wrong ones are .71 to .82. */
const DOUBTFUL_COST = 0.71;

/** Costs above this one speak of no speech at all: noise has .88 and more. */
const HOPELESS_COST = 0.86;

/** A recorded voice and what it says: plain text or SSML. */
export interface Recording {
  audio: Audio;
  text: string;
  language: Language;
  /** The speaker's, where it is known. */
  sex?: Sex;
}

/**
 * Finds the times of the transcript's words and phones in a recording: the engine speaks the transcript, and its speech, whose
 * times are known, is warped onto the recording.
 *
 * @returns The recording with its timeline, and the `cost` of the warping: 0 for the same sound, 1 when nothing matches.
 * @throws SpeechError when the transcript says nothing, or the recording has no speech like it
 */
export async function alignRecording(recording: Recording, engine: SpeechEngine): Promise<Speech & { cost: number }> {
  const { audio, text, language, sex = 'male' } = recording;
  const spoken = await engine.speak({ text, language, sex, speed: 1 });
  if (!spoken.timeline.phones.some(({ word }) => word !== null)) {
    throw new SpeechError('Empty transcript', 'the text has no words to find in the recording', 'text');
  }
  const reference = describe(spoken.audio);
  const target = describe(audio);
  const { path, cost } = alignFrames(reference.frames, target.frames);
  const match = readPath(path);
  const duration = audio.samples.length / audio.sampleRate;
  const locate = (time: number) => {
    const frame = readAt(target.numbers, match(findAt(reference.numbers, time / HOP)));
    return Math.min(Math.max(frame * HOP, 0), duration);
  };
  const timeline = transferTimeline(spoken.timeline, { locate, pauses: target.pauses, duration });
  return { audio, timeline, warnings: [...spoken.warnings, ...judgeCost(cost)], cost };
}

interface Description {
  frames: Frames;
  /** The number in the whole sound of each frame. */
  numbers: Int32Array;
  pauses: Pause[];
}

function describe(audio: Audio): Description {
  const bands = measureBands(audio);
  const { frames: numbers, pauses } = findSpeech(bands);
  return {
    frames: describeSound(selectFrames(bands, numbers)),
    numbers,
    pauses: pauses.map((pause) => ({ start: pause.start * HOP, end: pause.end * HOP })),
  };
}

/** A rising list read at a fractional index. */
function readAt(numbers: Int32Array, index: number): number {
  const floor = Math.min(Math.max(Math.floor(index), 0), numbers.length - 1);
  const low = numbers[floor]!;
  return low + (index - floor) * ((numbers[floor + 1] ?? low) - low);
}

/** The fractional index at which a rising list has a number; the ends stand for what lies beyond them. */
function findAt(numbers: Int32Array, number: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= number) low = middle;
    else high = middle;
  }
  const [before, after] = [numbers[low]!, numbers[high]!];
  const part = after > before ? (number - before) / (after - before) : 0;
  return low + Math.min(Math.max(part, 0), 1);
}

function judgeCost(cost: number): string[] {
  const figure = `alignment cost ${cost.toFixed(2)}, at most ${DOUBTFUL_COST} is usual`;
  if (cost > HOPELESS_COST) {
    throw new SpeechError(
      'No matching speech',
      `the recording has no speech that sounds like the text (${figure}); send the words that are spoken in it`,
      'audio',
    );
  }
  if (cost <= DOUBTFUL_COST) return [];
  return [`The recording does not sound like its text (${figure}); check that they belong together.`];
}
