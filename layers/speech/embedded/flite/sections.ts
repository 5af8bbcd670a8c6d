import { isDeepStrictEqual } from 'node:util';
import type { Item, Script, SpokenItem, Style } from '../../text/script.ts';
import { PICTURE, type Span } from '../../text/words.ts';
import { assignSounds } from '../assignment.ts';
import { readSymbols } from '../phones.ts';
import type { Pace, SaidScript } from '../sections.ts';
import type { RawPhone, RawSpeech, Synthesizer } from '../synthesizer.ts';
import { toSymbol, VOWEL, withStress } from './arpabet.ts';
import { type Segment, sayPlainly } from './synthesizer.ts';

/** Rests after a piece of text by what it ends in, s. */
const RESTS: readonly (readonly [RegExp, number])[] = [
  [/[.!?…]["')\]]*\s*$/, 0.4],
  [/[,;:]\s*$/, 0.2],
  [/./s, 0.02],
];
/** Silence before the first sound of a piece that begins a clause, s; one that goes on within it has none. */
const LEAD = 0.03;
const ENDS_CLAUSE = /[.!?…,;:]["')\]]*\s*$/;

/** Longest piece that is said at once, characters: it bounds the memory, and the reach of a word that is misplaced. */
const PIECE = 300;

/** How an emphasised piece differs: factors of tempo, pitch and loudness. */
const EMPHASES: Readonly<Record<NonNullable<Style['emphasis']>, readonly [number, number, number]>> = {
  strong: [0.85, 1.08, 1.25],
  moderate: [0.93, 1.04, 1.1],
  reduced: [1.1, 0.97, 0.8],
};

/** Samples louder than this are rounded off towards full scale. */
const CEILING = 0.95;

/** Marks above letters, and the typographic signs that have plain ones. */
const MARKS = /\p{M}/gu;
const SIGNS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': ',',
  '—': ',',
  '…': '.',
  '&': ' and ',
  '<': ' less than ',
  '>': ' greater than ',
  '+': ' plus ',
  '=': ' equals ',
  '×': ' times ',
  '÷': ' divided by ',
  '°': ' degrees ',
  '§': ' section ',
  '©': ' copyright ',
  '®': ' ',
  '™': ' ',
  '£': ' pounds ',
  '€': ' euros ',
  '[': ' ',
  ']': ' ',
};

/** The other voice prints a vowel and its r, or a syllable of l, as one sound; here they are two. */
const DOUBLE = /^(.+)(ɹ|l)$/u;

const splitDouble = (symbol: string): string[] => {
  const [, vowel, consonant] = DOUBLE.exec(symbol) ?? [];
  return vowel && consonant ? [vowel, consonant] : [symbol];
};

/** Longest word that is said at once, characters: no longer one is said, but a row of digits that never ends may be sent. */
const LONGEST_WORD = 200;

/** Whether flite can say a word: it is no endless one, and has no letters but Latin ones. */
export const canSay = (word: string): boolean => word.length <= LONGEST_WORD && toAscii(word) !== undefined;

/** A text in plain letters; `undefined` when it has any that are not Latin. */
export function toAscii(text: string): string | undefined {
  const plain = [...text]
    .map((sign) => (PICTURE.test(sign) ? ' ' : (SIGNS[sign] ?? sign)))
    .join('')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[^\P{P}\x20-\x7e]|\p{C}|\s/gu, ' ');
  return /^[\x20-\x7e]*$/.test(plain) ? plain : undefined;
}

type PauseItem = Extract<Item, { kind: 'pause' }>;

interface Piece {
  text: string;
  /** Numbers of the script's words in it. */
  words: number[];
}

/**
 * Says an English script with flite. Its sounds tell no word and no stress: both come from what the words sound like alone in the
 * other voice, which reads the same numbers and signs.
 * @param words The words of `script.text`.
 * @param said What is said for each word; only what `toAscii` can write is.
 */
export async function sayEnglish(
  voice: string,
  synthesizer: Synthesizer,
  script: Script,
  words: readonly Span[],
  said: readonly string[],
  { tempo, longest }: Pace,
): Promise<SaidScript> {
  const stressed = said.map((word) =>
    synthesizer.transcribe(toAscii(word) ?? '').filter((symbol) => symbol.trim() !== ''),
  );
  const alone = stressed.map((symbols) => readSymbols(symbols).flatMap(splitDouble));
  const spoken: RawSpeech[] = [];
  let seconds = 0;
  let lead = LEAD;
  for (const item of joinSpoken(script.items)) {
    if (item.kind === 'pause') spoken.push({ samples: silence(item), sampleRate: 16_000, phones: [] });
    if (item.kind !== 'spoken') continue;
    for (const piece of cutPieces(script.text, item, words, said)) {
      if (seconds > longest) break;
      const raw = await sayPiece(voice, piece, { style: item.style, tempo, lead }, { stressed, alone });
      spoken.push(raw);
      lead = ENDS_CLAUSE.test(piece.text) ? LEAD : 0;
      seconds += raw.samples.length / raw.sampleRate;
    }
  }
  return { raw: join(spoken), places: words.map((_, i) => ({ from: i, to: i + 1 })), alone, lateStops: false };
}

/** What is said in one go: marks part nothing, only a pause or another style does. */
function joinSpoken(items: readonly Item[]): (SpokenItem | PauseItem)[] {
  const joined: (SpokenItem | PauseItem)[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind === 'pause') joined.push(item);
    if (item.kind !== 'spoken') continue;
    if (last?.kind === 'spoken' && isDeepStrictEqual(last.style, item.style))
      joined.splice(-1, 1, { ...last, to: item.to });
    else joined.push(item);
  }
  return joined;
}

const silence = ({ seconds }: PauseItem) => new Float32Array(Math.round(seconds * 16_000));

/** Sentences, and what is longer than a piece at its spaces. */
function cutPieces(
  text: string,
  { from, to, style }: SpokenItem,
  words: readonly Span[],
  said: readonly string[],
): Piece[] {
  const pieces: Piece[] = [];
  let piece: Piece = { text: '', words: [] };
  let at = from;
  const finish = () => {
    if (piece.words.length > 0) pieces.push(piece);
    piece = { text: '', words: [] };
  };
  words.forEach((word, i) => {
    if (word.from < from || word.from >= to) return;
    const between = text.slice(at, word.from);
    piece.text += toAscii(between) ?? ' ';
    if (piece.text.length > PIECE || /[.!?]["')\]]*\s+$/.test(piece.text) || /\n\s*\n/.test(between)) finish();
    piece.text += `${/[\w]$/.test(piece.text) ? ' ' : ''}${writeWord(said[i]!, style.spelled !== undefined)}`;
    piece.words.push(i);
    at = Math.min(word.to, to);
  });
  piece.text += toAscii(text.slice(at, to)) ?? ' ';
  finish();
  return pieces;
}

/** A lone letter a would be the article. */
function writeWord(said: string, spelled: boolean): string {
  const plain = toAscii(said) ?? ' ';
  return spelled ? plain.replace(/\ba\b/gi, 'ay') : plain;
}

async function sayPiece(
  voice: string,
  { text, words }: Piece,
  { style, tempo, lead }: { style: Style; tempo: number; lead: number },
  { stressed, alone }: { stressed: readonly string[][]; alone: readonly string[][] },
): Promise<RawSpeech> {
  const [slower, higher, louder] = style.emphasis ? EMPHASES[style.emphasis] : [1, 1, 1];
  const pitch = (style.pitch ?? 1) * higher;
  const pace = tempo * (style.rate ?? 1) * slower;
  const { samples, sampleRate, segments } = await sayPlainly(voice, text, pitch / pace);
  const phones = placeSegments(segments, words, { stressed, alone });
  const raw = trim({ samples, sampleRate, phones }, lead, restAfter(text) / pace);
  const shifted = pitch === 1 ? raw : shiftPitch(raw, pitch);
  const volume = (style.volume ?? 1) * louder;
  return volume === 1 ? shifted : { ...shifted, samples: shifted.samples.map((sample) => soften(sample * volume)) };
}

const soften = (sample: number): number =>
  Math.abs(sample) <= 0.8
    ? sample
    : Math.sign(sample) * (0.8 + (CEILING - 0.8) * Math.tanh((Math.abs(sample) - 0.8) / (CEILING - 0.8)));

/** Gives each segment its word and each vowel its stress. */
function placeSegments(
  segments: readonly Segment[],
  words: readonly number[],
  { stressed, alone }: { stressed: readonly string[][]; alone: readonly string[][] },
): RawPhone[] {
  const sounds = segments.filter(({ symbol }) => symbol !== 'pau');
  const owners = assignSounds(
    sounds.map(({ symbol }) => toSymbol(symbol)),
    guessWords(sounds.length, words, alone),
    words.map((word) => alone[word]!),
  );
  const stresses = findStresses(sounds, owners, words, stressed);
  let sound = 0;
  return segments.map(({ symbol, start, end }) => {
    if (symbol === 'pau') return { symbol: '', start, end, position: words[owners[Math.max(0, sound - 1)] ?? 0] ?? 0 };
    const position = words[owners[sound]!] ?? 0;
    const written = withStress(toSymbol(symbol), stresses[sound]!);
    sound++;
    return { symbol: written, start, end, position };
  });
}

/** The word of each sound if all went as expected. */
function guessWords(count: number, words: readonly number[], alone: readonly string[][]): number[] {
  const expected = words.flatMap((word, i) => alone[word]!.map(() => i));
  return Array.from({ length: count }, (_, i) => expected[Math.floor((i * expected.length) / Math.max(1, count))] ?? 0);
}

/** Vowels take the stress of the vowel in the same place of the word as the other voice says it. */
function findStresses(
  sounds: readonly Segment[],
  owners: readonly number[],
  words: readonly number[],
  stressed: readonly string[][],
): (0 | 1 | 2)[] {
  const stresses = sounds.map((): 0 | 1 | 2 => 0);
  words.forEach((word, i) => {
    const vowels = sounds.flatMap(({ symbol }, at) => (owners[at] === i && VOWEL.test(toSymbol(symbol)) ? [at] : []));
    const known = stressed[word]!.filter((symbol) => VOWEL.test(symbol.replace(/[ˈˌ]/gu, '')));
    vowels.forEach((at, place) => {
      const symbol = known[Math.floor(((place + 0.5) * known.length) / vowels.length)] ?? '';
      stresses[at] = symbol.includes('ˈ') ? 1 : symbol.includes('ˌ') ? 2 : 0;
    });
  });
  return stresses;
}

const restAfter = (text: string): number => RESTS.find(([ending]) => ending.test(text))?.[1] ?? 0;

/** Leaves as much silence at the ends as is asked for, s. */
function trim({ samples, sampleRate, phones }: RawSpeech, lead: number, rest: number): RawSpeech {
  const sounds = phones.filter(({ symbol }) => symbol !== '');
  const first = sounds[0]?.start ?? 0;
  const last = sounds.at(-1)?.end ?? 0;
  const from = Math.max(0, Math.round((first - lead) * sampleRate));
  const kept = samples.subarray(from, Math.min(samples.length, Math.round((last + rest) * sampleRate)));
  const padded = new Float32Array(Math.max(kept.length, Math.round((last + rest) * sampleRate) - from));
  padded.set(kept);
  const offset = from / sampleRate;
  const moved = sounds.length === 0 ? [] : phones.slice(phones.indexOf(sounds[0]!), phones.indexOf(sounds.at(-1)!) + 1);
  return {
    samples: padded,
    sampleRate,
    phones: moved.map((phone) => ({ ...phone, start: phone.start - offset, end: phone.end - offset })),
  };
}

/** Plays the sound faster, which raises its pitch; it was said as much slower. */
function shiftPitch({ samples, sampleRate, phones }: RawSpeech, factor: number): RawSpeech {
  const length = Math.floor(samples.length / factor);
  const shifted = Float32Array.from({ length }, (_, i) => {
    const at = i * factor;
    const floor = Math.floor(at);
    const before = samples[floor] ?? 0;
    return before + (at - floor) * ((samples[floor + 1] ?? before) - before);
  });
  return {
    samples: shifted,
    sampleRate,
    phones: phones.map((phone) => ({ ...phone, start: phone.start / factor, end: phone.end / factor })),
  };
}

/** Silence between pieces is a pause of the timeline. */
function join(parts: readonly RawSpeech[]): RawSpeech {
  const sampleRate = parts[0]?.sampleRate ?? 16_000;
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.samples.length, 0));
  const phones: RawPhone[] = [];
  const rest = (until: number) => {
    const start = phones.at(-1)?.end ?? 0;
    if (until > start) phones.push({ symbol: '', start, end: until, position: phones.at(-1)?.position ?? 0 });
  };
  let at = 0;
  for (const part of parts) {
    samples.set(part.samples, at);
    const time = at / sampleRate;
    if (part.phones[0]) rest(time + part.phones[0].start);
    for (const phone of part.phones) phones.push({ ...phone, start: phone.start + time, end: phone.end + time });
    at += part.samples.length;
  }
  rest(at / sampleRate);
  return { samples, sampleRate, phones };
}
