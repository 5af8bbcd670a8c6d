import type { SpeechTimeline, Word } from '../../contract/index.ts';

/** The smallest thing a caption may break between: a word with the punctuation around it, as the text writes it. */
export interface Piece {
  /** Ends in a space where the text has one after it. */
  text: string;
  start: number;
  end: number;
}

type Sentence = Extract<SpeechTimeline['marks'][number], { type: 'sentence' }>;

/** The pieces of each sentence, in the order in which they are spoken; words outside any sentence make one of their own. */
export function listSentences(timeline: SpeechTimeline): Piece[][] {
  const marks = timeline.marks.filter((mark) => mark.type === 'sentence').sort((a, b) => a.start - b.start);
  const groups = new Map<Sentence | null, Word[]>();
  for (const mark of marks) groups.set(mark, []);
  for (const word of timeline.words) {
    // The last sentence that has begun: a word that straddles two belongs to the one it starts in.
    const mark = marks.findLast(({ start }) => start <= word.start + 1e-3) ?? null;
    groups.set(mark, [...(groups.get(mark) ?? []), word]);
  }
  const sentences = [...groups].map(([mark, words]) => (mark === null ? words.map(spell) : cutSentence(mark, words)));
  return sentences.filter((pieces) => pieces.length > 0).sort((a, b) => a[0]!.start - b[0]!.start);
}

function spell({ text, start, end }: Word): Piece {
  return { text: `${tidy(text).trim()} `, start, end };
}

/** Cuts the text of a sentence before each of its words, so that punctuation and spacing stay as they were written. */
function cutSentence(mark: Sentence, words: readonly Word[]): Piece[] {
  const text = tidy(mark.text);
  if (words.length === 0) return text.trim() === '' ? [] : [{ text, start: mark.start, end: mark.end }];
  const cuts: number[] = [];
  let cursor = 0;
  for (const word of words) {
    const found = text.indexOf(tidy(word.text).trim(), cursor);
    if (found < 0) return words.map(spell);
    cuts.push(found);
    cursor = found + tidy(word.text).trim().length;
  }
  return words.map(({ start, end }, i) => {
    const from = i === 0 ? 0 : retreat(text, cuts[i]!);
    const to = i === words.length - 1 ? text.length : retreat(text, cuts[i + 1]!);
    return { text: text.slice(from, to), start, end };
  });
}

/** Moves a cut back over the opening brackets and quotes that belong to the word after it. */
function retreat(text: string, cut: number): number {
  let position = cut;
  while (position > 0 && /[([{«„“‘¿¡「『（]/u.test(text[position - 1]!)) position--;
  return position;
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/gu, ' ');
}
