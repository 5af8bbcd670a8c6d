import type { Item, Script, Style } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import { correctPhones, correctSymbol } from './ipa-corrections.ts';
import { writeMarkup } from './markup.ts';
import { toIpaSymbols } from './phones.ts';
import type { PhonemeNotation } from './pronunciation.ts';
import type { RawPhone, RawSpeech, Synthesizer } from './synthesizer.ts';
import { resampleSpeech, tuneVoice } from './voice-tuning.ts';

/** A part of a script with a single voice. */
interface Section {
  voice: string;
  items: Item[];
}

/** Speech, with what the engine reports about its words. */
export interface SpokenScript {
  raw: RawSpeech;
  /** Range of each word in the whole markup; the positions of phones refer to it. */
  wordSpans: Span[];
  /** For each word, the IPA symbols of the word in isolation. */
  isolated: string[][];
  /** Whether voiceless stops are timed by their burst. */
  hasLateStops: boolean;
}

/** Tempo and maximum duration of speech. */
export interface SpeakingLimits {
  /** Factor of the usual tempo. */
  tempo: number;
  /** Seconds after which synthesis stops; the caller rejects longer speech. */
  maxSeconds: number;
}

/** Silence where the voice changes, s. The engine itself pauses as after a sentence. */
const VOICE_CHANGE_PAUSE = 0.04;

/**
 * Speaks a script with espeak-ng, each language and each speaker with its own voice.
 *
 * @param words The words of `script.text`.
 * @param readings Normalized form of each word; undefined where the word is spoken as it is written.
 * @param voiceOf Returns the voice for a style.
 * @param pronunciations See `encodePronunciations`.
 */
export function speakScript(
  synthesizer: Synthesizer,
  script: Script,
  words: readonly Span[],
  readings: readonly (string | undefined)[],
  { tempo, maxSeconds }: SpeakingLimits,
  voiceOf: (style: Style) => string,
  pronunciations: ReadonlyMap<Item, PhonemeNotation>,
): SpokenScript {
  const wordSpans: Span[] = [];
  const isolated: string[][] = [];
  const spoken: RawSpeech[] = [];
  const sections = splitByVoice(script.items, voiceOf);
  let written = 0;
  let remaining = maxSeconds;
  sections.forEach(({ voice, items }, i) => {
    const { name, pitch, formantScale } = tuneVoice(voice);
    const wordIndices = words.flatMap((word, at) =>
      items.some((item) => containsOffset(item, word.from)) ? [at] : [],
    );
    const {
      markup,
      wordSpans: sectionSpans,
      spokenForms,
    } = writeMarkup(
      { ...script, items },
      wordIndices.map((at) => words[at]!),
      wordIndices.map((at) => readings[at]),
      pronunciations,
      formantScale,
    );
    synthesizer.setVoice(name, pitch);
    const section = resampleSpeech(
      synthesizer.speak(markup, tempo / formantScale, remaining * formantScale),
      formantScale,
    );
    remaining -= section.samples.length / section.sampleRate;
    const raw = { ...section, phones: correctPhones(section.phones, voice) };
    const read = (word: string): string[] =>
      toIpaSymbols(synthesizer.transcribe(word).map((symbol) => correctSymbol(symbol, voice)));
    spoken.push(shiftPositions(i < sections.length - 1 ? trimTrailingSilence(raw) : raw, written));
    wordSpans.push(...sectionSpans.map(({ from, to }) => ({ from: from + written, to: to + written })));
    isolated.push(...spokenForms.map((word) => (typeof word === 'string' ? read(word) : [...word])));
    written += [...markup].length;
  });
  return { raw: join(spoken), wordSpans, isolated, hasLateStops: true };
}

const containsOffset = (item: Item, at: number): boolean => item.kind === 'spoken' && item.from <= at && at < item.to;

/** Splits items where the voice changes; pauses and marks belong to the preceding item. */
function splitByVoice(items: readonly Item[], voiceOf: (style: Style) => string): Section[] {
  const sections: Section[] = [];
  for (const item of items) {
    const last = sections.at(-1);
    const voice = item.kind === 'spoken' ? voiceOf(item.style) : (last?.voice ?? voiceOf({}));
    if (last?.voice === voice) last.items.push(item);
    else sections.push({ voice, items: [item] });
  }
  return sections;
}

/** Trims the silence after the last phone. */
function trimTrailingSilence({ samples, sampleRate, phones }: RawSpeech): RawSpeech {
  const sounded = phones.findLast(({ symbol }) => symbol !== '')?.end ?? 0;
  const length = Math.min(samples.length, Math.round((sounded + VOICE_CHANGE_PAUSE) * sampleRate));
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
