import type { PauseItem, Script, Style } from '../../../text/script.ts';
import type { Span } from '../../../text/words.ts';
import type { Pace, SaidScript } from '../speak-script.ts';
import type { RawSpeech, Synthesizer } from '../synthesizer.ts';
import { resampleSpeech, tune } from '../voice-tuning.ts';
import { fliteVoice } from '../voices.ts';
import { type ExpectedSounds, expectSounds, placeSegments } from './assign-segments.ts';
import { amplify, join, shiftPitch, trim } from './effects.ts';
import { cutPieces, joinSpoken, type Piece } from './pieces.ts';
import { sayPlainly } from './synthesizer.ts';

/** Rests after a piece of text by what it ends in, s. */
const RESTS: readonly (readonly [RegExp, number])[] = [
  [/[.!?…]["')\]]*\s*$/, 0.4],
  [/[,;:]\s*$/, 0.2],
  [/./s, 0.02],
];
/** Silence before the first sound of a piece that begins a clause, s; one that goes on within it has none. */
const LEAD = 0.03;
const ENDS_CLAUSE = /[.!?…,;:]["')\]]*\s*$/;

/** How an emphasised piece differs: factors of tempo, pitch and loudness. */
const EMPHASES: Readonly<Record<NonNullable<Style['emphasis']>, readonly [number, number, number]>> = {
  strong: [0.85, 1.08, 1.25],
  moderate: [0.93, 1.04, 1.1],
  reduced: [1.1, 0.97, 0.8],
};

/**
 * Says an English script with flite. Its sounds tell no word and no stress: both come from what the words sound like alone in the
 * other voice, which reads the same numbers and signs.
 * @param voiceOf The voice for a style: one of flite's, by the engine's name.
 * @param words The words of `script.text`.
 * @param said What is said for each word; only what `toAscii` can write is.
 */
export async function sayEnglish(
  voiceOf: (style: Style) => string,
  synthesizer: Synthesizer,
  script: Script,
  words: readonly Span[],
  said: readonly string[],
  { tempo, longest }: Pace,
): Promise<SaidScript> {
  const expected = expectSounds(synthesizer, said);
  const spoken: RawSpeech[] = [];
  let seconds = 0;
  let lead = LEAD;
  for (const item of joinSpoken(script.items)) {
    if (item.kind === 'pause') spoken.push({ samples: silence(item), sampleRate: 16_000, phones: [] });
    if (item.kind !== 'spoken') continue;
    for (const piece of cutPieces(script.text, item, words, said)) {
      if (seconds > longest) break;
      const raw = await sayPiece(voiceOf(item.style), piece, { style: item.style, tempo, lead }, expected);
      spoken.push(raw);
      lead = ENDS_CLAUSE.test(piece.text) ? LEAD : 0;
      seconds += raw.samples.length / raw.sampleRate;
    }
  }
  const places = words.map((_, i) => ({ from: i, to: i + 1 }));
  return { raw: join(spoken), places, alone: expected.alone, lateStops: false };
}

const silence = ({ seconds }: PauseItem) => new Float32Array(Math.round(seconds * 16_000));

async function sayPiece(
  voice: string,
  { text, words }: Piece,
  { style, tempo, lead }: { style: Style; tempo: number; lead: number },
  expected: ExpectedSounds,
): Promise<RawSpeech> {
  const [slower, higher, louder] = style.emphasis ? EMPHASES[style.emphasis] : [1, 1, 1];
  const pitch = (style.pitch ?? 1) * higher;
  const pace = tempo * (style.rate ?? 1) * slower;
  const own = tune(voice);
  const drawl = (pitch * own.tract) / pace;
  const { samples, sampleRate, segments } = await sayPlainly(fliteVoice(voice)!, text, drawl, own.pitch);
  const phones = placeSegments(segments, words, expected);
  const raw = trim({ samples, sampleRate, phones }, lead * own.tract, (restAfter(text) * own.tract) / pace);
  const resampled = resampleSpeech(raw, own.tract);
  const shifted = pitch === 1 ? resampled : shiftPitch(resampled, pitch);
  const volume = (style.volume ?? 1) * louder;
  return volume === 1 ? shifted : amplify(shifted, volume);
}

const restAfter = (text: string): number => RESTS.find(([ending]) => ending.test(text))?.[1] ?? 0;
