import type { Item, Script, Style } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import { spell, spellPhones } from './ipa-corrections.ts';
import { writeMarkup } from './markup.ts';
import { readSymbols } from './phones.ts';
import type { Notation } from './pronunciation.ts';
import type { RawPhone, RawSpeech, Synthesizer } from './synthesizer.ts';
import { resampleSpeech, tune } from './voice-tuning.ts';

/** A part of a script in one voice. */
interface Section {
  voice: string;
  items: Item[];
}

/** What the engine said, and what it tells about the words. */
export interface SaidScript {
  raw: RawSpeech;
  /** For each word where it stands in all the markup, which the phones' positions count. */
  places: Span[];
  /** For each word, the symbols of its sounds when it is said alone. */
  alone: string[][];
  /** Whether the times of voiceless stops are those of their bursts. */
  lateStops: boolean;
}

/** How fast a script is said, and how long at most. */
export interface Pace {
  /** Factor of the usual tempo. */
  tempo: number;
  /** Seconds after which the rest is left unsaid: the caller refuses what is longer. */
  longest: number;
}

/** Silence that is left where the voice changes, s: the engine itself rests as after a sentence. */
const SEAM = 0.04;

/**
 * Says a script, each language and each speaker with a voice of its own.
 * @param words The words of `script.text`.
 * @param readings For each word what is said in its place; undefined for the word itself.
 * @param voiceOf The voice for a style.
 */
export function sayScript(
  synthesizer: Synthesizer,
  script: Script,
  words: readonly Span[],
  readings: readonly (string | undefined)[],
  { tempo, longest }: Pace,
  voiceOf: (style: Style) => string,
  pronunciations: ReadonlyMap<Item, Notation>,
): SaidScript {
  const places: Span[] = [];
  const alone: string[][] = [];
  const spoken: RawSpeech[] = [];
  const sections = splitVoices(script.items, voiceOf);
  let written = 0;
  let left = longest;
  sections.forEach(({ voice, items }, i) => {
    const { name, pitch, tract } = tune(voice);
    const inside = words.flatMap((word, at) => (items.some((item) => holds(item, word.from)) ? [at] : []));
    const {
      markup,
      places: own,
      said,
    } = writeMarkup(
      { ...script, items },
      inside.map((at) => words[at]!),
      inside.map((at) => readings[at]),
      pronunciations,
      tract,
    );
    synthesizer.setVoice(name, pitch);
    const heard = resampleSpeech(synthesizer.say(markup, tempo / tract, left * tract), tract);
    left -= heard.samples.length / heard.sampleRate;
    const raw = { ...heard, phones: spellPhones(heard.phones, voice) };
    const read = (word: string): string[] =>
      readSymbols(synthesizer.transcribe(word).map((symbol) => spell(symbol, voice)));
    spoken.push(shiftPositions(i < sections.length - 1 ? cutRest(raw) : raw, written));
    places.push(...own.map(({ from, to }) => ({ from: from + written, to: to + written })));
    alone.push(...said.map((word) => (typeof word === 'string' ? read(word) : [...word])));
    written += [...markup].length;
  });
  return { raw: join(spoken), places, alone, lateStops: true };
}

const holds = (item: Item, at: number): boolean => item.kind === 'spoken' && item.from <= at && at < item.to;

/** Pauses and marks stay with the text before them. */
function splitVoices(items: readonly Item[], voiceOf: (style: Style) => string): Section[] {
  const sections: Section[] = [];
  for (const item of items) {
    const last = sections.at(-1);
    const voice = item.kind === 'spoken' ? voiceOf(item.style) : (last?.voice ?? voiceOf({}));
    if (last?.voice === voice) last.items.push(item);
    else sections.push({ voice, items: [item] });
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
