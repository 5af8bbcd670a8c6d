import type { Piece } from './pieces.ts';

/** A caption on screen: one or two lines, shown from `start` to `end` (s). */
export interface Cue {
  lines: string[];
  start: number;
  end: number;
}

/**
 * Width of a line in columns; a cue has at most two lines (BBC and Netflix timed-text guides). East Asian characters
 * take two columns.
 */
const LINE_COLUMNS = 42;
/** A pause of this length inside a sentence ends a cue, s. */
const CUE_GAP = 0.8;
/** Shortest and longest time that a cue is shown, s (same guides: 5/6 s and 7 s). */
const SHORTEST = 0.83;
const LONGEST = 7;
/** Time that a cue stays after its last word when no other cue follows at once, s. */
const LINGER = 0.3;

/**
 * Makes cues from sentences.
 *
 * @param sentences words of each sentence, in spoken order
 * @returns cues in order, without overlap; no sentence starts in the middle of a cue
 */
export function createCues(sentences: readonly (readonly Piece[])[]): Cue[] {
  const cues = sentences.flatMap((pieces) => packPieces(pieces.flatMap(splitPiece)).map(makeCue));
  for (const [i, cue] of cues.entries()) {
    const previous = cues[i - 1];
    if (previous !== undefined) {
      previous.end = Math.min(previous.end, Math.max(cue.start, previous.start + 1e-3));
      cue.start = Math.max(cue.start, previous.end);
    }
    cue.end = Math.max(cue.end + LINGER, cue.start + SHORTEST);
  }
  return cues;
}

/** Distributes words over cues. A cue ends at a pause, when it is full, or at a comma after its first line. */
function packPieces(pieces: readonly Piece[]): Piece[][] {
  const packs: Piece[][] = [];
  let pack: Piece[] = [];
  for (const [i, piece] of pieces.entries()) {
    if (pack.length > 0 && endsBefore(pack, pieces.slice(i))) {
      packs.push(pack);
      pack = [];
    }
    pack.push(piece);
  }
  if (pack.length > 0) packs.push(pack);
  return packs;
}

function endsBefore(pack: readonly Piece[], rest: readonly Piece[]): boolean {
  const last = pack.at(-1)!;
  const next = rest[0]!;
  if (next.start - last.end > CUE_GAP || next.end - pack[0]!.start > LONGEST) return true;
  if (breakLines([...pack, next]) === null) return true;
  const atComma = /[,;:，、；：،。.!?！？]["»”』」)]*\s*$/u.test(last.text) && measure(join(pack)) > LINE_COLUMNS;
  return atComma && breakLines([...pack, ...rest]) === null;
}

function makeCue(pieces: readonly Piece[]): Cue {
  const lines = breakLines(pieces) ?? [join(pieces)];
  return { lines, start: pieces[0]!.start, end: Math.max(...pieces.map(({ end }) => end)) };
}

/**
 * Breaks text into one line if it fits, otherwise into the two lines whose widths differ least; null when two lines are
 * too short.
 */
function breakLines(pieces: readonly Piece[]): string[] | null {
  const whole = join(pieces);
  if (measure(whole) <= LINE_COLUMNS) return [whole];
  let best: { lines: string[]; unevenness: number } | null = null;
  for (let i = 1; i < pieces.length; i++) {
    const lines = [join(pieces.slice(0, i)), join(pieces.slice(i))];
    const [first, second] = [measure(lines[0]!), measure(lines[1]!)];
    if (first > LINE_COLUMNS || second > LINE_COLUMNS) continue;
    const unevenness = Math.abs(first - second);
    if (best === null || unevenness < best.unevenness) best = { lines, unevenness };
  }
  return best?.lines ?? null;
}

/** Splits a word that is wider than a line and divides its time among the parts by their length. */
function splitPiece(piece: Piece): Piece[] {
  const parts: string[] = [];
  for (const token of piece.text.match(/\S+\s*/gu) ?? []) {
    const last = parts.at(-1);
    if (last !== undefined && measure(last + token) <= LINE_COLUMNS) parts[parts.length - 1] = last + token;
    else parts.push(...cutWord(token));
  }
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  let time = piece.start;
  return parts.map((text) => {
    const start = time;
    time += ((piece.end - piece.start) * text.length) / total;
    return { text, start, end: time };
  });
}

function cutWord(word: string): string[] {
  const parts: string[] = [''];
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (measure(parts.at(-1)! + segment) > LINE_COLUMNS) parts.push(segment);
    else parts[parts.length - 1] += segment;
  }
  return parts;
}

function join(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .trim();
}

function measure(text: string): number {
  let columns = 0;
  for (const character of text.trim()) {
    columns +=
      /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303f\uff00-\uff60]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return columns;
}
