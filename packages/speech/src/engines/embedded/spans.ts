import type { Language } from '@talking-avatar/contract';
import { splitIpa } from '../../text/ipa.ts';
import type { Item, Script, SpokenItem } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import { FLITE_SYMBOLS } from './flite/arpabet.ts';
import { canSpeak } from './flite/ascii.ts';
import { findNearestPhones } from './nearest-phones.ts';
import { listPicoSymbols } from './pico/phones.ts';
import { canPicoSpeak } from './pico/speak-pico.ts';
import { chooseSpeaker, espeakVoice, fliteVoiceName, picoLanguage, sexOfVoice, splitVoice } from './voices.ts';

/** A part of a script with a single voice. */
export interface VoiceSpan {
  voice: string;
  language: Language;
  items: Item[];
  /** Indices of the script's words in this part. */
  words: number[];
}

/**
 * Splits a script where the language or speaker changes, and around words that the voice cannot speak. espeak-ng speaks those words
 * instead. Items without words belong to the preceding span.
 */
export function splitByVoice(
  script: Script,
  words: readonly Span[],
  spokenForms: readonly string[],
  voice: string,
  language: Language,
): VoiceSpan[] {
  const spans: VoiceSpan[] = [];
  let leading: Item[] = [];
  let next = 0;
  const add = (item: Item, own?: { voice: string; language: Language; words: number[] }) => {
    const last = spans.at(-1);
    if (own && last?.voice !== own.voice) {
      spans.push({ ...own, items: [...leading, item] });
      leading = [];
    } else if (last) {
      last.items.push(item);
      last.words.push(...(own?.words ?? []));
    } else leading.push(item);
  };
  for (const item of script.items) {
    if (item.kind !== 'spoken') {
      add(item);
      continue;
    }
    while (next < words.length && words[next]!.from < item.from) next++;
    const inside: number[] = [];
    for (; next < words.length && words[next]!.from < item.to; next++) inside.push(next);
    if (inside.length === 0) add(item);
    for (const piece of splitItem(item, inside, words, spokenForms, voice, language)) add(piece.item, piece);
  }
  if (spans.length === 0 && leading.length > 0) spans.push({ voice, language, items: leading, words: [] });
  return spans;
}

interface Piece {
  item: SpokenItem;
  voice: string;
  language: Language;
  words: number[];
}

/** Splits an item before each word whose voice differs from the previous word's voice. */
function splitItem(
  item: SpokenItem,
  inside: readonly number[],
  words: readonly Span[],
  spokenForms: readonly string[],
  main: string,
  mainLanguage: Language,
): Piece[] {
  const { style } = item;
  const language = style.language ?? mainLanguage;
  const { voice } = chooseSpeaker(main, mainLanguage, style);
  const substitute = espeakVoice(language, sexOfVoice(voice), splitVoice(voice).actor);
  const isWhole = style.ipa !== undefined || style.alias !== undefined;
  const isSupported = (at: number) => (style.ipa === undefined ? canVoiceSpeak(voice, spokenForms[at]!) : canPronounce(voice, style.ipa));
  const pieces: Piece[] = [];
  for (const at of inside) {
    const own = (isWhole ? inside.every(isSupported) : isSupported(at)) ? voice : substitute;
    const last = pieces.at(-1);
    if (last?.voice === own) {
      last.words.push(at);
      continue;
    }
    const from = last ? words[at]!.from : item.from;
    if (last) last.item.to = from;
    pieces.push({ item: { ...item, from }, voice: own, language, words: [at] });
  }
  return pieces;
}

function canVoiceSpeak(voice: string, word: string): boolean {
  const language = picoLanguage(voice);
  if (language) return canPicoSpeak(language, word);
  return fliteVoiceName(voice) === undefined || canSpeak(word);
}

const canPronounce = (voice: string, ipa: string): boolean =>
  !(picoLanguage(voice) || fliteVoiceName(voice)) || pronounceWithVoice(voice, ipa) !== undefined;

/** Finds a voice's phones for a pronunciation, in IPA with stress marks. Returns undefined if the voice cannot speak it. */
export function pronounceWithVoice(voice: string, ipa: string): string[] | undefined {
  const sounds = splitIpa(ipa);
  const language = picoLanguage(voice);
  const inventory = language ? listPicoSymbols(language) : FLITE_SYMBOLS;
  return 'unknown' in sounds ? undefined : findNearestPhones(sounds, new Set(inventory));
}
