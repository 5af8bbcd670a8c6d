import type { Phone } from '@talking-avatar/contract';
import type { RawPhone } from './synthesizer.ts';

/**
 * Delay between the start of the closure of a voiceless stop and the engine's event for it, in seconds (medians, measured in the engine's
 * audio).
 */
const CLOSURES: Readonly<Record<string, number>> = { p: 0.037, t: 0.042, k: 0.042 };
/** The same delay after a fricative, in seconds. The noise of a fricative ends as the articulators close. */
const CLOSURE_AFTER_NOISE = 0.02;
const FRICATIVE = /^[fvszʃʒʂʐɕʑçxθðχhɸβ]/u;

/**
 * Delays of other events, in seconds. The engine counts formant transitions as part of the preceding phone; listeners count them as part of
 * the following one. In the engine's audio, the spectrum changes most 13 to 30 ms before the event, and human labels are just as early in
 * English, Italian, and Russian. The first pattern matches the preceding phone, and the second matches the phone itself.
 */
const VOWEL = /^[iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻ]/u;
const TRANSITIONS: readonly (readonly [RegExp, RegExp, number])[] = [
  [/^[mnɲŋɳɱɴ]/u, VOWEL, 0.015],
  [/^[lɫɭʎrɾ]/u, VOWEL, 0.02],
  [/^[jw]/u, VOWEL, 0.01],
  [/^[mnɲŋɳɱɴbdɡfvszʃʒʂʐɕʑx]/u, /^[bdɡ]/u, 0.02],
  [/^[ptkbdɡ](?![zʒʑʐsʃɕʂ])/u, /^[lɫɭʎrɾ]/u, 0.01],
];

/** Delay of the first consonant in a word after a word-final plosive, in seconds. The engine releases such plosives slowly. */
const RELEASE = 0.02;
const PLOSIVE = /^[ptkbdɡ]ʲ?$/u;
const AFTER_RELEASE = /^[ptkbdɡfvszʃʒʂʐɕʑmnɲlɫɭ]/u;
/** Maximum fraction of the preceding phone that a correction may take. */
const MAX_SHARE = 0.6;
/** Minimum length of a pause, in seconds. A shorter silence is part of the preceding phone. */
const SHORTEST_PAUSE = 0.05;

/** Engine symbols that are not IPA: retroflexes, aspiration, rhotics, and the hyphens that distinguish variants. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ts\./, 'ʈʂ'],
  [/s\./, 'ʂ'],
  [/z\./, 'ʐ'],
  [/i\./, 'ɨ'],
  [/r\./, 'ɽ'],
  [/\.$/, ''],
  [/^(p|t|k|q|c|ts|tɕ|tʃ|ʈʂ)h$/u, '$1ʰ'],
  [/nɡ$/u, 'ŋ'],
  [/^ər$/u, 'ɚ'],
  [/-/gu, ''],
];

/** A modifier letter or diacritic of the preceding phone. */
const MODIFIER = /^[\p{Lm}\p{M}]+$/u;

const STRESS = /[ˈˌ]/gu;

/** A phone whose word is not known yet. */
export interface PlacedPhone extends Omit<Phone, 'word'> {
  /** Offset of the phone's word in the markup. Absent for a pause. */
  position?: number;
}

/**
 * Converts events to phones in IPA without stress marks, with corrected start times and no empty phones.
 * @param tempo Factor for the usual tempo. The higher the tempo, the shorter the delays.
 * @param lateStops True if the engine reports voiceless stops at their burst.
 */
export function toPhones(raw: readonly RawPhone[], tempo: number, lateStops = true): PlacedPhone[] {
  const phones: PlacedPhone[] = [];
  for (const { symbol, start, end, position } of shareTimes(raw)) {
    const before = phones.at(-1);
    const bare = toIpa(symbol);
    if (before && MODIFIER.test(bare)) {
      before.symbol += bare;
      before.end = end;
    } else if (bare !== '') phones.push({ symbol: bare, start, end, stress: readStress(symbol), position });
    else if (end - start >= SHORTEST_PAUSE) phones.push({ symbol: 'sil', start, end, stress: 0 });
    else if (before) before.end = end;
  }
  if (lateStops) correctLateEvents(phones, tempo);
  return mergePauses(phones);
}

/** Divides the time until the next event among phones with the same event time. */
function shareTimes(raw: readonly RawPhone[]): RawPhone[] {
  const phones = raw.filter(({ symbol, start, end }) => symbol !== '' || end > start).map((phone) => ({ ...phone }));
  for (let first = 0; first < phones.length; ) {
    let last = first;
    while (last + 1 < phones.length && phones[last]!.end <= phones[last]!.start) last++;
    const { start } = phones[first]!;
    const step = (phones[last]!.end - start) / (last - first + 1);
    for (let i = first; i <= last; i++) {
      phones[i]!.start = start + (i - first) * step;
      phones[i]!.end = start + (i - first + 1) * step;
    }
    first = last + 1;
  }
  return phones;
}

function correctLateEvents(phones: PlacedPhone[], tempo: number): void {
  for (let i = 1; i < phones.length; i++) {
    const [before, phone] = [phones[i - 1]!, phones[i]!];
    if (before.position === undefined || phone.position === undefined) continue;
    const within = before.position === phone.position;
    const delay = (within ? findEventDelay : findWordEventDelay)(before.symbol, phone.symbol);
    if (delay === 0) continue;
    const shift = Math.min(delay / tempo, MAX_SHARE * (before.end - before.start));
    before.end -= shift;
    phone.start = before.end;
  }
}

function findEventDelay(before: string, symbol: string): number {
  const closure = CLOSURES[symbol[0] ?? ''];
  if (closure !== undefined) return FRICATIVE.test(before) ? Math.min(closure, CLOSURE_AFTER_NOISE) : closure;
  return TRANSITIONS.find(([first, second]) => first.test(before) && second.test(symbol))?.[2] ?? 0;
}

/** The engine's word event precedes the closure of the word's first phone, so closures need no correction here. */
const findWordEventDelay = (before: string, symbol: string): number => (PLOSIVE.test(before) && AFTER_RELEASE.test(symbol) ? RELEASE : 0);

function mergePauses(phones: PlacedPhone[]): PlacedPhone[] {
  const joined: PlacedPhone[] = [];
  for (const phone of phones) {
    const before = joined.at(-1);
    if (before && before.position === undefined && phone.position === undefined) before.end = phone.end;
    else joined.push(phone);
  }
  return joined;
}

/** Converts the engine's symbols to IPA as `toPhones` does, dropping silences. */
export const toIpaSymbols = (symbols: readonly string[]): string[] => symbols.map(toIpa).filter((symbol) => symbol !== '');

function toIpa(symbol: string): string {
  const bare = symbol.replace(STRESS, '').trim();
  return SPELLINGS.reduce((text, [written, ipa]) => text.replace(written, ipa), bare);
}

function readStress(symbol: string): Phone['stress'] {
  if (symbol.includes('ˈ')) return 1;
  return symbol.includes('ˌ') ? 2 : 0;
}
