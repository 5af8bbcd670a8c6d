import type { PauseItem, Script, Style } from '../../../text/script.ts';
import type { Span } from '../../../text/words.ts';
import type { SpeakingLimits, SpokenScript } from '../speak-script.ts';
import type { RawSpeech, Synthesizer } from '../synthesizer.ts';
import { resampleSpeech, tuneVoice } from '../voice-tuning.ts';
import { fliteVoiceName } from '../voices.ts';
import { assignSegments, type PredictedPhones, predictPhones } from './assign-segments.ts';
import { amplify, joinSpeech, shiftPitch, trimSilence } from './effects.ts';
import { mergeSpokenItems, type Piece, splitIntoPieces } from './pieces.ts';
import { runFlite } from './synthesizer.ts';

/** Pauses after a piece by its last characters, s. */
const PAUSES: readonly (readonly [RegExp, number])[] = [
  [/[.!?…]["')\]]*\s*$/, 0.4],
  [/[,;:]\s*$/, 0.2],
  [/./s, 0.02],
];
/** Silence before a piece that begins a clause, s; a piece within a clause has none. */
const LEAD = 0.03;
const ENDS_CLAUSE = /[.!?…,;:]["')\]]*\s*$/;

/** Factors of tempo, pitch and volume for emphasis. */
export const EMPHASES: Readonly<Record<NonNullable<Style['emphasis']>, readonly [number, number, number]>> = {
  strong: [0.85, 1.08, 1.25],
  moderate: [0.93, 1.04, 1.1],
  reduced: [1.1, 0.97, 0.8],
};

/**
 * Speaks an English script with flite. Flite reports neither words nor stress: both come from espeak-ng's pronunciation of
 * each word in isolation.
 *
 * @param voiceOf Returns the flite voice for a style, by its name in this engine.
 * @param words The words of `script.text`.
 * @param spokenForms The spoken form of each word; `toAscii` must support it.
 */
export async function speakEnglish(
  voiceOf: (style: Style) => string,
  synthesizer: Synthesizer,
  script: Script,
  words: readonly Span[],
  spokenForms: readonly string[],
  { tempo, maxSeconds }: SpeakingLimits,
): Promise<SpokenScript> {
  const expected = predictPhones(synthesizer, spokenForms);
  const spoken: RawSpeech[] = [];
  let seconds = 0;
  let lead = LEAD;
  for (const item of mergeSpokenItems(script.items)) {
    if (item.kind === 'pause') spoken.push({ samples: silence(item), sampleRate: 16_000, phones: [] });
    if (item.kind !== 'spoken') continue;
    for (const piece of splitIntoPieces(script.text, item, words, spokenForms)) {
      if (seconds > maxSeconds) break;
      const raw = await speakPiece(voiceOf(item.style), piece, { style: item.style, tempo, lead }, expected);
      spoken.push(raw);
      lead = ENDS_CLAUSE.test(piece.text) ? LEAD : 0;
      seconds += raw.samples.length / raw.sampleRate;
    }
  }
  const wordSpans = words.map((_, i) => ({ from: i, to: i + 1 }));
  return { raw: joinSpeech(spoken), wordSpans, isolated: expected.symbols, hasLateStops: false };
}

const silence = ({ seconds }: PauseItem) => new Float32Array(Math.round(seconds * 16_000));

async function speakPiece(
  voice: string,
  { text, words }: Piece,
  { style, tempo, lead }: { style: Style; tempo: number; lead: number },
  expected: PredictedPhones,
): Promise<RawSpeech> {
  const [slower, higher, louder] = style.emphasis ? EMPHASES[style.emphasis] : [1, 1, 1];
  const pitch = (style.pitch ?? 1) * higher;
  const pieceTempo = tempo * (style.rate ?? 1) * slower;
  const tuning = tuneVoice(voice);
  const durationScale = (pitch * tuning.formantScale) / pieceTempo;
  const { samples, sampleRate, segments } = await runFlite(fliteVoiceName(voice)!, text, durationScale, tuning.pitch);
  const phones = assignSegments(segments, words, expected);
  const raw = trimSilence(
    { samples, sampleRate, phones },
    lead * tuning.formantScale,
    (pauseAfter(text) * tuning.formantScale) / pieceTempo,
  );
  const resampled = resampleSpeech(raw, tuning.formantScale);
  const shifted = pitch === 1 ? resampled : shiftPitch(resampled, pitch);
  const volume = (style.volume ?? 1) * louder;
  return volume === 1 ? shifted : amplify(shifted, volume);
}

const pauseAfter = (text: string): number => PAUSES.find(([ending]) => ending.test(text))?.[1] ?? 0;
