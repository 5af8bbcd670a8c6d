import type { Language } from '../../contract/index.ts';
import type { Item, Script } from '../text/script.ts';
import type { Span } from '../text/words.ts';
import { writeMarkup } from './markup.ts';
import { readSymbols } from './phones.ts';
import type { RawPhone, RawSpeech, Synthesizer } from './synthesizer.ts';

/** A part of a script in one language. */
interface Section {
  language: Language | undefined;
  items: Item[];
}

/** What the engine said, and what it tells about the words. */
export interface SaidScript {
  raw: RawSpeech;
  /** For each word where it stands in all the markup, which the phones' positions count. */
  places: Span[];
  /** For each word, the symbols of its sounds when it is said alone. */
  alone: string[][];
}

/** Silence that is left where the language changes, s: the engine itself rests as after a sentence. */
const SEAM = 0.04;

/**
 * Says a script, each language with its own voice.
 * @param words The words of `script.text`.
 * @param voiceOf The voice for a piece in another language; for undefined, that of the text.
 */
export function sayScript(
  synthesizer: Synthesizer,
  script: Script,
  words: readonly Span[],
  tempo: number,
  voiceOf: (language: Language | undefined) => string,
): SaidScript {
  const places: Span[] = [];
  const alone: string[][] = [];
  const spoken: RawSpeech[] = [];
  const sections = splitLanguages(script.items);
  let written = 0;
  sections.forEach(({ language, items }, i) => {
    const inside = words.filter(({ from }) => items.some((item) => holds(item, from)));
    const { markup, places: own, said } = writeMarkup({ ...script, items }, inside);
    synthesizer.setVoice(voiceOf(language));
    const raw = synthesizer.say(markup, tempo);
    spoken.push(shiftPositions(i < sections.length - 1 ? cutRest(raw) : raw, written));
    places.push(...own.map(({ from, to }) => ({ from: from + written, to: to + written })));
    alone.push(...said.map((word) => readSymbols(synthesizer.transcribe(word))));
    written += [...markup].length;
  });
  return { raw: join(spoken), places, alone };
}

const holds = (item: Item, at: number): boolean => item.kind === 'spoken' && item.from <= at && at < item.to;

/** Pauses and marks stay with the text before them. */
function splitLanguages(items: readonly Item[]): Section[] {
  const sections: Section[] = [];
  for (const item of items) {
    const last = sections.at(-1);
    if (last && (item.kind !== 'spoken' || item.style.language === last.language)) last.items.push(item);
    else sections.push({ language: item.kind === 'spoken' ? item.style.language : undefined, items: [item] });
  }
  return sections;
}

/** Cuts the silence after the last sound. */
function cutRest({ samples, sampleRate, phones }: RawSpeech): RawSpeech {
  const sounded = phones.findLast(({ symbol }) => symbol !== '')?.end ?? 0;
  const length = Math.min(samples.length, Math.round((sounded + SEAM) * sampleRate));
  const end = length / sampleRate;
  return {
    samples: samples.subarray(0, length),
    sampleRate,
    phones: phones.filter(({ start }) => start < end).map((phone) => ({ ...phone, end: Math.min(phone.end, end) })),
  };
}

const shiftPositions = (raw: RawSpeech, by: number): RawSpeech => ({
  ...raw,
  phones: raw.phones.map((phone) => ({ ...phone, position: phone.position + by })),
});

function join(parts: readonly RawSpeech[]): RawSpeech {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.samples.length, 0));
  const sampleRate = parts[0]?.sampleRate ?? 0;
  const phones: RawPhone[] = [];
  let at = 0;
  for (const part of parts) {
    const time = at / sampleRate;
    samples.set(part.samples, at);
    for (const phone of part.phones) phones.push({ ...phone, start: phone.start + time, end: phone.end + time });
    at += part.samples.length;
  }
  return { samples, sampleRate, phones };
}
