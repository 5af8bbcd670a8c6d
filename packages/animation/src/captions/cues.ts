import type { CaptionWord } from './pieces.ts';

/** A caption on screen: one or two lines, shown from `start` to `end`, in s. */
export interface Cue {
  lines: string[];
  start: number;
  end: number;
}

/** Maximum line width in columns. A cue has up to two lines (BBC and Netflix timed-text guides). East Asian characters are two wide. */
const LINE_COLUMNS = 42;
/** Shortest pause that ends a cue mid-sentence, in s. */
const CUE_GAP = 0.8;
/** Shortest and longest time to show a cue, in s (from the same guides: 5/6 s and 7 s). */
const MIN_CUE_SECONDS = 0.83;
const MAX_CUE_SECONDS = 7;
/** How long a cue stays on screen after its last word, in s, unless the next cue starts first. */
const LINGER_SECONDS = 0.3;

/**
 * Turns sentences into cues.
 * @param sentences the words of each sentence, in spoken order
 * @returns cues in order, without overlaps. A sentence never starts in the middle of a cue
 */
export function createCues(sentences: readonly (readonly CaptionWord[])[]): Cue[] {
  const cues = sentences.flatMap((words) => groupIntoCues(words.flatMap(splitWideWord)).map(makeCue));
  for (const [i, cue] of cues.entries()) {
    const previous = cues[i - 1];
    if (previous !== undefined) {
      previous.end = Math.min(previous.end, Math.max(cue.start, previous.start + 1e-3));
      cue.start = Math.max(cue.start, previous.end);
    }
    cue.end = Math.max(cue.end + LINGER_SECONDS, cue.start + MIN_CUE_SECONDS);
  }
  return cues;
}

/** Groups words into cues. A cue ends at a pause, when it is full, or at a comma after its first line. */
function groupIntoCues(words: readonly CaptionWord[]): CaptionWord[][] {
  const groups: CaptionWord[][] = [];
  let group: CaptionWord[] = [];
  for (const [i, word] of words.entries()) {
    // A cue can't hold more words than it has columns.
    if (group.length > 0 && endsCueBefore(group, words.slice(i, i + 2 * LINE_COLUMNS))) {
      groups.push(group);
      group = [];
    }
    group.push(word);
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function endsCueBefore(group: readonly CaptionWord[], rest: readonly CaptionWord[]): boolean {
  const last = group.at(-1)!;
  const next = rest[0]!;
  if (next.start - last.end > CUE_GAP || next.end - group[0]!.start > MAX_CUE_SECONDS) return true;
  if (breakLines([...group, next]) === null) return true;
  const atComma = /[,;:，、；：،。.!?！？]["»”』」)]*\s*$/u.test(last.text) && columnsOf(join(group)) > LINE_COLUMNS;
  return atComma && breakLines([...group, ...rest]) === null;
}

function makeCue(words: readonly CaptionWord[]): Cue {
  const lines = breakLines(words) ?? [join(words)];
  return { lines, start: words[0]!.start, end: Math.max(...words.map(({ end }) => end)) };
}

/** Breaks text into one line if it fits, or else into two lines of similar width. Returns null if two lines are not enough. */
function breakLines(words: readonly CaptionWord[]): string[] | null {
  const whole = join(words);
  const columns = columnsOf(whole);
  if (columns <= LINE_COLUMNS) return [whole];
  // The space at the line break is not shown.
  if (columns > 2 * LINE_COLUMNS + 1) return null;
  let best: { lines: string[]; unevenness: number } | null = null;
  for (let i = 1; i < words.length; i++) {
    const lines = [join(words.slice(0, i)), join(words.slice(i))];
    const [first, second] = [columnsOf(lines[0]!), columnsOf(lines[1]!)];
    if (first > LINE_COLUMNS || second > LINE_COLUMNS) continue;
    const unevenness = Math.abs(first - second);
    if (best === null || unevenness < best.unevenness) best = { lines, unevenness };
  }
  return best?.lines ?? null;
}

/** Splits a word that is wider than a line, and divides its duration among the parts in proportion to their length. */
function splitWideWord(word: CaptionWord): CaptionWord[] {
  const parts: string[] = [];
  for (const token of word.text.match(/\S+\s*/gu) ?? []) {
    const last = parts.at(-1);
    if (last !== undefined && columnsOf(last + token) <= LINE_COLUMNS) parts[parts.length - 1] = last + token;
    else parts.push(...splitByGrapheme(token));
  }
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  let time = word.start;
  return parts.map((text) => {
    const start = time;
    time += ((word.end - word.start) * text.length) / total;
    return { text, start, end: time };
  });
}

function splitByGrapheme(word: string): string[] {
  const parts: string[] = [''];
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (columnsOf(parts.at(-1)! + segment) > LINE_COLUMNS) parts.push(segment);
    else parts[parts.length - 1] += segment;
  }
  return parts;
}

function join(words: readonly CaptionWord[]): string {
  return words
    .map(({ text }) => text)
    .join('')
    .trim();
}

function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text.trim()) {
    columns += /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303f\uff00-\uff60]/u.test(character)
      ? 2
      : 1;
  }
  return columns;
}
