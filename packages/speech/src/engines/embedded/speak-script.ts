import type { Item, Script } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import { correctPhones, correctSymbol } from './ipa-corrections.ts';
import { writeMarkup } from './markup.ts';
import { toIpaSymbols } from './phones.ts';
import type { PhonemeNotation } from './pronunciation.ts';
import type { RawSpeech, Synthesizer } from './synthesizer.ts';
import { resampleSpeech, tuneVoice } from './voice-tuning.ts';

/** Speech, with the engine's data about its words. */
export interface SpokenScript {
  raw: RawSpeech;
  /** Range of each word in the whole markup. Phone positions refer to it. */
  wordSpans: Span[];
  /** The IPA symbols of each word when spoken in isolation. */
  isolated: string[][];
  /** True if voiceless stops are timed by their burst. */
  hasLateStops: boolean;
}

export interface SpeakingLimits {
  /** Tempo, relative to the usual tempo. */
  tempo: number;
  /** Seconds after which synthesis stops. The caller rejects longer speech. */
  maxSeconds: number;
}

/**
 * Speaks a script with an espeak-ng voice.
 * @param words The words of `script.text` that are in its items.
 * @param readings Normalized form of each word, or undefined if the word is spoken as written.
 * @param pronunciations See `encodePronunciations`.
 */
export function speakScript(
  synthesizer: Synthesizer,
  voice: string,
  script: Script,
  words: readonly Span[],
  readings: readonly (string | undefined)[],
  pronunciations: ReadonlyMap<Item, PhonemeNotation>,
  { tempo, maxSeconds }: SpeakingLimits,
): SpokenScript {
  const { name, pitch, formantScale } = tuneVoice(voice);
  const { markup, wordSpans, spokenForms } = writeMarkup(script, words, readings, pronunciations, formantScale);
  synthesizer.setVoice(name, pitch);
  const spoken = resampleSpeech(synthesizer.speak(markup, tempo / formantScale, maxSeconds * formantScale), formantScale);
  const read = (word: string): string[] => toIpaSymbols(synthesizer.transcribe(word).map((symbol) => correctSymbol(symbol, voice)));
  return {
    raw: { ...spoken, phones: correctPhones(spoken.phones, voice) },
    wordSpans,
    isolated: spokenForms.map((word) => (typeof word === 'string' ? read(word) : [...word])),
    hasLateStops: true,
  };
}
