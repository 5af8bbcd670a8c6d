import type { Phone } from '../../../contract/index.ts';
import type { RawPhone } from './synthesizer.ts';

/** How late the engine's event of a voiceless stop comes, after the closure, s (medians measured against its own sound). */
const CLOSURES: Readonly<Record<string, number>> = { p: 0.037, t: 0.042, k: 0.042 };

/** After a fricative it comes only so much later, s: the noise dies as the tongue or the lips close. */
const CLOSURE_AFTER_NOISE = 0.02;
const FRICATIVE = /^[fvszʃʒʂʐɕʑçxθðχhɸβ]/u;

/**
 * How late other events come, s: the engine counts the way of the formants to the next sound with the one before, the ear hears the
 * next from where the tongue or the lips let go. Its own sound changes most 13 to 30 ms before the event, and labels lie as far
 * before, in English, Italian and Russian alike. The first pattern is of the sound before, the second of the sound itself.
 */
const VOWEL = /^[iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻ]/u;
const TRANSITIONS: readonly (readonly [RegExp, RegExp, number])[] = [
  [/^[mnɲŋɳɱɴ]/u, VOWEL, 0.015],
  [/^[lɫɭʎrɾ]/u, VOWEL, 0.02],
  [/^[jw]/u, VOWEL, 0.01],
  [/^[mnɲŋɳɱɴbdɡfvszʃʒʂʐɕʑx]/u, /^[bdɡ]/u, 0.02],
  [/^[ptkbdɡ](?![zʒʑʐsʃɕʂ])/u, /^[lɫɭʎrɾ]/u, 0.01],
];

/** After a plosive that ends a word the next word's consonant is as late as this, s: the engine lets go of the plosive at leisure. */
const RELEASE = 0.02;
const PLOSIVE = /^[ptkbdɡ]ʲ?$/u;
const HELD = /^[ptkbdɡfvszʃʒʂʐɕʑmnɲlɫɭ]/u;

/** No correction takes more than this share of the sound before. */
const LONGEST_SHARE = 0.6;

/** A silence shorter than this is part of the sound before it, s: the lips have no time to rest. */
const SHORTEST_PAUSE = 0.05;

/** The engine's own spellings that are not IPA: retroflex sounds, aspiration, rhotics; hyphens tell its variants apart. */
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

/** Only a modifier letter or a diacritic: it belongs to the sound before. */
const MODIFIER = /^[\p{Lm}\p{M}]+$/u;

const STRESS = /[ˈˌ]/gu;

/** A phone that does not yet know its word, but where its word stands in the markup. */
export interface PlacedPhone extends Omit<Phone, 'word'> {
  /** Absent for a pause. */
  position?: number;
}

/**
 * Turns the engine's events into phones: IPA without stress marks, voiceless stops with their closure, no empty stretches.
 * @param tempo Factor of the usual tempo: closures shrink with it.
 * @param lateStops Whether voiceless stops are timed by their burst.
 */
export function readPhones(raw: readonly RawPhone[], tempo: number, lateStops = true): PlacedPhone[] {
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
  return joinPauses(phones);
}

/** Sounds that the engine prints at one and the same time share the time until the next. */
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
    const late = (within ? findLateness : findWordLateness)(before.symbol, phone.symbol);
    if (late === 0) continue;
    const shift = Math.min(late / tempo, LONGEST_SHARE * (before.end - before.start));
    before.end -= shift;
    phone.start = before.end;
  }
}

function findLateness(before: string, symbol: string): number {
  const closure = CLOSURES[symbol[0] ?? ''];
  if (closure !== undefined) return FRICATIVE.test(before) ? Math.min(closure, CLOSURE_AFTER_NOISE) : closure;
  return TRANSITIONS.find(([first, second]) => first.test(before) && second.test(symbol))?.[2] ?? 0;
}

/** The event of a word comes before the closure of its first sound, and has already moved it. */
const findWordLateness = (before: string, symbol: string): number =>
  PLOSIVE.test(before) && HELD.test(symbol) ? RELEASE : 0;

function joinPauses(phones: PlacedPhone[]): PlacedPhone[] {
  const joined: PlacedPhone[] = [];
  for (const phone of phones) {
    const before = joined.at(-1);
    if (before && before.position === undefined && phone.position === undefined) before.end = phone.end;
    else joined.push(phone);
  }
  return joined;
}

/** Symbols as `readPhones` gives them, without those of silence. */
export const readSymbols = (symbols: readonly string[]): string[] =>
  symbols.map(toIpa).filter((symbol) => symbol !== '');

function toIpa(symbol: string): string {
  const bare = symbol.replace(STRESS, '').trim();
  return SPELLINGS.reduce((text, [written, ipa]) => text.replace(written, ipa), bare);
}

function readStress(symbol: string): Phone['stress'] {
  if (symbol.includes('ˈ')) return 1;
  return symbol.includes('ˌ') ? 2 : 0;
}
