import type { SpeechTimeline, Word } from '@talking-avatar/contract';

/** The smallest unit of a caption: a word with its surrounding punctuation, spelled as in the text. Times are in s. */
export interface CaptionWord {
  /** Ends with a space if a space follows the word in the text. */
  text: string;
  start: number;
  end: number;
}

type Sentence = Extract<SpeechTimeline['marks'][number], { type: 'sentence' }>;

/** Lists the words of each sentence in spoken order. Words outside any sentence form their own sentence. */
export function listSentences(timeline: SpeechTimeline): CaptionWord[][] {
  const marks = timeline.marks.filter((mark) => mark.type === 'sentence').sort((a, b) => a.start - b.start);
  const groups = new Map<Sentence | null, Word[]>();
  for (const mark of marks) groups.set(mark, []);
  for (const word of timeline.words) {
    // A word that overlaps two sentences belongs to the sentence it starts in.
    const mark = marks.findLast(({ start }) => start <= word.start + 1e-3) ?? null;
    groups.set(mark, [...(groups.get(mark) ?? []), word]);
  }
  const sentences = [...groups].map(([mark, words]) => (mark === null ? words.map(toCaptionWord) : splitSentence(mark, words)));
  return sentences.filter((pieces) => pieces.length > 0).sort((a, b) => a[0]!.start - b[0]!.start);
}

function toCaptionWord({ text, start, end }: Word): CaptionWord {
  return { text: `${normalizeSpaces(text).trim()} `, start, end };
}

/** Splits the text of a sentence before each word, so that punctuation and spacing are preserved. */
function splitSentence(mark: Sentence, words: readonly Word[]): CaptionWord[] {
  const text = normalizeSpaces(mark.text);
  if (words.length === 0) return text.trim() === '' ? [] : [{ text, start: mark.start, end: mark.end }];
  const cuts: number[] = [];
  let cursor = 0;
  for (const word of words) {
    const found = text.indexOf(normalizeSpaces(word.text).trim(), cursor);
    if (found < 0) return words.map(toCaptionWord);
    cuts.push(found);
    cursor = found + normalizeSpaces(word.text).trim().length;
  }
  return words.map(({ start, end }, i) => {
    const from = i === 0 ? 0 : includeOpeningMarks(text, cuts[i]!);
    const to = i === words.length - 1 ? text.length : includeOpeningMarks(text, cuts[i + 1]!);
    return { text: text.slice(from, to), start, end };
  });
}

/** Moves a cut to before any opening brackets and quotes of the next word. */
function includeOpeningMarks(text: string, cut: number): number {
  let position = cut;
  while (position > 0 && /[([{«„“‘¿¡「『（]/u.test(text[position - 1]!)) position--;
  return position;
}

function normalizeSpaces(text: string): string {
  return text.replaceAll(/\s+/gu, ' ');
}
