import type { Item, PauseItem, Script, Style } from '../../../text/script.ts';
import type { Span } from '../../../text/words.ts';
import { EMPHASES } from '../emphasis.ts';
import { toIpaSymbols } from '../phones.ts';
import type { SpeakingLimits, SpokenScript } from '../speak-script.ts';
import type { RawSpeech, Synthesizer } from '../synthesizer.ts';
import { resampleSpeech, tuneVoice } from '../voice-tuning.ts';
import { fliteVoiceName } from '../voices.ts';
import { stressVowels, writeArpabet } from './arpabet.ts';
import { assignSegments, type PredictedPhones, predictPhones } from './assign-segments.ts';
import { amplify, joinSpeech, shiftPitch, trimSilence } from './effects.ts';
import { mergeSpokenItems, type Piece, splitIntoPieces } from './pieces.ts';
import { runFlite } from './synthesizer.ts';

/** Pauses after a piece, in seconds, depending on its last characters. */
const PAUSES: readonly (readonly [RegExp, number])[] = [
  [/[.!?…]["')\]]*\s*$/, 0.4],
  [/[,;:]\s*$/, 0.2],
  [/./s, 0.02],
];
/** Silence before a piece that begins a clause, in seconds. A piece within a clause has none. */
const LEAD = 0.03;
const ENDS_CLAUSE = /[.!?…,;:]["')\]]*\s*$/;

/**
 * Speaks an English script with flite. Flite doesn't report words or stress, so both are derived from espeak-ng's pronunciation of each
 * word in isolation.
 * @param spokenForms The spoken form of each word; `toAscii` must support it.
 * @param pronunciations IPA symbols with stress marks that replace an item's text; flite must support them.
 */
export async function speakEnglish(
  voice: string,
  synthesizer: Synthesizer,
  script: Script,
  words: readonly Span[],
  spokenForms: readonly string[],
  pronunciations: ReadonlyMap<Item, readonly string[]>,
  { tempo, maxSeconds }: SpeakingLimits,
): Promise<SpokenScript> {
  const given = assignPronunciations(script, words, pronunciations);
  const forms = spokenForms.map((form, i) => given.get(i)?.word ?? form);
  const expected = predictPhones(synthesizer, spokenForms);
  const addenda = new Map<string, readonly string[]>();
  for (const [i, { word, symbols }] of given) {
    expected.stressed[i] = stressVowels(symbols);
    expected.symbols[i] = toIpaSymbols(symbols);
    if (symbols.length > 0) addenda.set(word, writeArpabet(stressVowels(symbols)));
  }
  const spoken: RawSpeech[] = [];
  let seconds = 0;
  let lead = LEAD;
  for (const item of mergeSpokenItems(script.items)) {
    if (item.kind === 'pause') spoken.push({ samples: silence(item), sampleRate: 16_000, phones: [] });
    if (item.kind !== 'spoken') continue;
    for (const piece of splitIntoPieces(script.text, item, words, forms)) {
      if (seconds > maxSeconds) break;
      const raw = await speakPiece(voice, piece, { style: item.style, tempo, lead }, expected, addenda);
      spoken.push(raw);
      lead = ENDS_CLAUSE.test(piece.text) ? LEAD : 0;
      seconds += raw.samples.length / raw.sampleRate;
    }
  }
  const wordSpans = words.map((_, i) => ({ from: i, to: i + 1 }));
  return { raw: joinSpeech(spoken), wordSpans, isolated: expected.symbols, hasLateStops: false };
}

/** Prefix of made-up words that stand for pronunciations. It is pronounceable, but not in any lexicon. */
const MADE_UP = 'vozu';
const SYLLABLES = ['ba', 'be', 'bi', 'bo', 'bu', 'da', 'de', 'di', 'do', 'du'];

/** Assigns a made-up word and its symbols to the first word of each item with a pronunciation. The other words of the item are silent. */
function assignPronunciations(
  { items }: Script,
  words: readonly Span[],
  pronunciations: ReadonlyMap<Item, readonly string[]>,
): Map<number, { word: string; symbols: readonly string[] }> {
  const given = new Map<number, { word: string; symbols: readonly string[] }>();
  for (const item of items) {
    const symbols = pronunciations.get(item);
    if (item.kind !== 'spoken' || !symbols) continue;
    const inside = words.flatMap(({ from }, i) => (from >= item.from && from < item.to ? [i] : []));
    const name = [...String(given.size)].map((digit) => SYLLABLES[Number(digit)]).join('');
    for (const at of inside) {
      given.set(at, at === inside[0] ? { word: MADE_UP + name, symbols } : { word: '', symbols: [] });
    }
  }
  return given;
}

const silence = ({ seconds }: PauseItem) => new Float32Array(Math.round(seconds * 16_000));

async function speakPiece(
  voice: string,
  { text, words }: Piece,
  { style, tempo, lead }: { style: Style; tempo: number; lead: number },
  expected: PredictedPhones,
  addenda: ReadonlyMap<string, readonly string[]>,
): Promise<RawSpeech> {
  const [slower, higher, louder] = style.emphasis ? EMPHASES[style.emphasis] : [1, 1, 1];
  const pitch = (style.pitch ?? 1) * higher;
  const pieceTempo = tempo * (style.rate ?? 1) * slower;
  const tuning = tuneVoice(voice);
  const durationScale = (pitch * tuning.formantScale) / pieceTempo;
  const { samples, sampleRate, segments } = await runFlite(fliteVoiceName(voice)!, text, durationScale, tuning.pitch, addenda);
  const phones = assignSegments(segments, words, expected);
  const raw = trimSilence(
    { samples, sampleRate, phones },
    lead * tuning.formantScale,
    (pauseAfter(text) * tuning.formantScale) / pieceTempo,
  );
  const resampled = resampleSpeech(raw, tuning.formantScale);
  const shifted = pitch === 1 ? resampled : shiftPitch(resampled, pitch);
  return louder === 1 ? shifted : amplify(shifted, louder);
}

const pauseAfter = (text: string): number => PAUSES.find(([ending]) => ending.test(text))?.[1] ?? 0;
