import type { SpeechTimeline } from '@talking-avatar/contract';
import { QUESTION_WORDS } from './question-words.ts';

/** A `question` is a yes/no question. A `whQuestion` has a question word. */
export type SentenceKind = 'statement' | 'question' | 'whQuestion' | 'exclamation';

interface TimeSpan {
  start: number;
  end: number;
}

/** Text cues for the melody of a sentence, which the brows and head follow. Times are in s. */
export interface Sentence extends TimeSpan {
  kind: SentenceKind;
  /** Start of the question word, or null if there is none. */
  questionWord: number | null;
  /** Last word of each list item, in order. Empty if the sentence has no list. */
  items: TimeSpan[];
  /** Start times of the words that begin a contrast. */
  contrasts: number[];
}

interface SentenceWord extends TimeSpan {
  text: string;
  /** Offset of its end within the sentence text. */
  to: number;
  /** Text between this word and the next. */
  after: string;
}

/** Minimum number of items in a list, and maximum number of words in an item between commas. Hand-picked. */
const MIN_ITEMS = 3;
const MAX_ITEM_WORDS = 4;
const COMMA = /[,،，、]/u;
const CLAUSE_END = /[,;:.،؛，、；：。\u2013\u2014]/u;

/** Detects the kind, lists, and contrasts of each sentence from its text. */
export function readSentences({ language, words, marks }: SpeechTimeline): Sentence[] {
  let next = 0;
  return marks.flatMap((mark): Sentence[] => {
    if (mark.type !== 'sentence') return [];
    const first = next;
    while (next < words.length && words[next]!.start < mark.end) next++;
    const spoken = locateWords(mark.text, words.slice(first, next));
    const { kind, questionWord } = readKind(mark.text, spoken, language);
    return [
      {
        start: mark.start,
        end: mark.end,
        kind,
        questionWord,
        items: findItems(spoken),
        contrasts: findContrasts(spoken, language),
      },
    ];
  });
}

function locateWords(text: string, words: readonly { text: string; start: number; end: number }[]): SentenceWord[] {
  const places: { at: number; end: number }[] = [];
  for (const word of words) {
    const from = places.at(-1)?.end ?? 0;
    const at = text.indexOf(word.text, from);
    places.push(at < 0 ? { at: from, end: from } : { at, end: at + word.text.length });
  }
  return words.map((word, i) => {
    const { end: to } = places[i]!;
    return { ...word, to, after: text.slice(to, places[i + 1]?.at ?? text.length) };
  });
}

function readKind(text: string, words: readonly SentenceWord[], language: string): { kind: SentenceKind; questionWord: number | null } {
  const [marks = ''] = /[?？؟!！]+(?=["'»”’』」)\s]*$)/u.exec(text) ?? (text.startsWith('¿') ? ['?'] : []);
  const { questionWord, unmarked } = wordsOf(language);
  if (!/[?？؟]/u.test(marks) && (marks !== '' || !unmarked?.test(text))) {
    return { kind: marks === '' ? 'statement' : 'exclamation', questionWord: null };
  }
  const [at] = questionWord.exec(text)?.indices?.[1] ?? [];
  const word = at === undefined ? undefined : words.find(({ to }) => to > at);
  return { kind: at === undefined ? 'question' : 'whQuestion', questionWord: word?.start ?? null };
}

function findItems(words: readonly SentenceWord[]): TimeSpan[] {
  const ends = words.flatMap((word, i) => (i < words.length - 1 && COMMA.test(word.after) ? [i] : []));
  const lengths = ends.slice(1).map((end, i) => end - ends[i]!);
  if (ends.length + 1 < MIN_ITEMS || lengths.some((length) => length > MAX_ITEM_WORDS)) return [];
  return [...ends, words.length - 1].map((i) => ({ start: words[i]!.start, end: words[i]!.end }));
}

function findContrasts(words: readonly SentenceWord[], language: string): number[] {
  const { contrast } = wordsOf(language);
  return words.filter(({ text }, i) => contrast.test(text) && (i === 0 || CLAUSE_END.test(words[i - 1]!.after))).map(({ start }) => start);
}

const baseOf = (language: string): string => language.slice(0, 2);

/** Words by language code. For unlisted codes such as `es-MX`, the first two letters are looked up. */
const BY_LANGUAGE = new Map(
  Object.entries(QUESTION_WORDS).flatMap(
    ([code, words]) =>
      [
        [code, words],
        [baseOf(code), words],
      ] as const,
  ),
);

const wordsOf = (language: string) => BY_LANGUAGE.get(language) ?? BY_LANGUAGE.get(baseOf(language)) ?? QUESTION_WORDS['en-US'];
