import type { Language, Phone } from '@talking-avatar/contract';
import { splitIpa } from '../../text/ipa.ts';
import type { Item, Script, SpokenItem } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import { correctSymbol } from '../embedded/ipa-corrections.ts';
import { writeMarkup } from '../embedded/markup.ts';
import { toIpaSymbols } from '../embedded/phones.ts';
import type { Synthesizer } from '../embedded/synthesizer.ts';
import { assignWords } from '../embedded/timing.ts';
import { espeakVoice } from '../embedded/voices.ts';

/** A sound in a word, as written by eSpeak NG. */
export interface Sound {
  /** IPA with stress marks, uncorrected, as in the models' training data. */
  written: string;
  /** IPA for the timeline. */
  symbol: string;
  stress: Phone['stress'];
  /** Index of its word. */
  word: number;
  /** True if eSpeak NG begins a word here. It merges some words, such as "in the". */
  beginsWord: boolean;
}

/** Tempo at which eSpeak NG speaks. It is fast because the audio is not used. */
const TEMPO = 2;
/** Languages whose tones eSpeak NG only reports for isolated words, not in its events. */
const TONAL: readonly Language[] = ['zh-CN', 'vi-VI'];

const STRESS = /[ˈˌ]/u;

/**
 * Finds the sounds of the words in a script, using the eSpeak NG voice for each language, or `<phoneme>` if there is one.
 * @param readings Normalized form of each word, or undefined if the word is spoken as written.
 * @param maxSeconds Maximum length of eSpeak NG's speech, in seconds at the usual tempo. The rest is omitted.
 */
export function transcribeScript(
  synthesizer: Synthesizer,
  script: Script,
  words: readonly Span[],
  readings: readonly (string | undefined)[],
  language: Language,
  maxSeconds: number,
): Sound[] {
  const sounds: Sound[] = [];
  for (const run of splitRuns(script.items, language)) {
    const at = words.flatMap(({ from }, i) => (run.items.some((item) => contains(item, from)) ? [i] : []));
    const own = run.ipa !== undefined ? readIpa(run.ipa, at[0]) : readWords(at, run);
    sounds.push(...own);
  }
  return mergeModifiers(sounds);

  function readWords(at: readonly number[], run: Run): Sound[] {
    if (at.length === 0) return [];
    const voice = espeakVoice(run.language, 'male');
    synthesizer.setVoice(voice);
    const spans = at.map((i) => words[i]!);
    const markup = writeMarkup(
      { ...script, items: run.items },
      spans,
      at.map((i) => readings[i]),
    );
    if (TONAL.includes(run.language)) {
      return markup.spokenForms.flatMap((form, i) =>
        synthesizer.transcribe(String(form)).flatMap((written, first) => toSound(written, at[i]!, first === 0, voice)),
      );
    }
    const { phones } = synthesizer.speak(markup.markup, TEMPO, maxSeconds / TEMPO);
    const audible = phones.filter(({ symbol }) => toIpa(symbol, voice) !== '');
    const read = (form: string | readonly string[]): string[] =>
      typeof form === 'string' ? synthesizer.transcribe(form).flatMap((symbol) => toIpa(symbol, voice) || []) : [...form];
    // Assigns sounds to words in the same way as for the embedded voices. Only their order matters here.
    const placed = audible.map(({ symbol, position }, i) => ({
      symbol: toIpa(symbol, voice),
      start: i,
      end: i + 1,
      stress: stressOf(symbol),
      position,
    }));
    const owners = assignWords(markup.wordSpans, placed, markup.spokenForms.map(read));
    return audible.flatMap(({ symbol, position }, i) =>
      toSound(symbol, at[owners[i]?.word ?? 0]!, position !== audible[i - 1]?.position, voice),
    );
  }
}

/** Consecutive items in the same language, or a single item whose sounds are given. */
interface Run {
  language: Language;
  items: Item[];
  ipa?: string;
}

function splitRuns(items: readonly Item[], main: Language): Run[] {
  const runs: Run[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (item.kind !== 'spoken') {
      if (last && last.ipa === undefined) last.items.push(item);
      continue;
    }
    const { ipa, language = main } = item.style;
    if (ipa !== undefined) runs.push({ language, items: [item], ipa });
    else if (last?.language === language && last.ipa === undefined) last.items.push(item);
    else runs.push({ language, items: [item] });
  }
  return runs;
}

const contains = (item: Item, at: number): item is SpokenItem => item.kind === 'spoken' && item.from <= at && at < item.to;

/** A modifier letter, diacritic, or tone number that belongs to the previous sound. */
const MODIFIER = /^[\p{Lm}\p{M}\d]+$/u;
const TONES = /\d/g;

function mergeModifiers(sounds: readonly Sound[]): Sound[] {
  const merged: Sound[] = [];
  for (const sound of sounds) {
    const before = merged.at(-1);
    if (before && MODIFIER.test(sound.symbol)) {
      before.written += sound.written;
      before.symbol += sound.symbol;
    } else merged.push({ ...sound });
  }
  // Models are trained with tones, but timelines don't include them.
  return merged.map((sound) => ({ ...sound, symbol: sound.symbol.replace(TONES, '') }));
}

const MARKS = ['', 'ˈ', 'ˌ'] as const;
const VOWEL = /^[iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻ]/u;

/** Parses a pronunciation. IPA marks stress before the syllable; eSpeak NG marks it before the vowel. */
function readIpa(ipa: string, word: number | undefined): Sound[] {
  const sounds = splitIpa(ipa);
  if ('unknown' in sounds || word === undefined) return [];
  let stress: Phone['stress'] = 0;
  return sounds.map(({ symbol, stress: own }, i) => {
    stress = own || stress;
    const placed = VOWEL.test(symbol) ? stress : 0;
    if (placed > 0) stress = 0;
    return { written: MARKS[placed] + symbol, symbol, stress: placed, word, beginsWord: i === 0 };
  });
}

const toIpa = (written: string, voice: string): string => toIpaSymbols([correctSymbol(written, voice)])[0] ?? '';

function toSound(written: string, word: number, beginsWord: boolean, voice: string): Sound[] {
  const symbol = toIpa(written, voice);
  return symbol === '' ? [] : [{ written, symbol, stress: stressOf(written), word, beginsWord }];
}

function stressOf(written: string): Phone['stress'] {
  const mark = STRESS.exec(written)?.[0];
  return mark === undefined ? 0 : mark === 'ˈ' ? 1 : 2;
}
