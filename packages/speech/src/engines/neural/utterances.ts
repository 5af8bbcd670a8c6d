import { isDeepStrictEqual } from 'node:util';
import type { Script, Style } from '../../text/script.ts';
import type { Span } from '../../text/words.ts';
import type { Token } from './encode.ts';
import type { Sound } from './transcribe.ts';

/** Text that a model speaks in one run: a sentence, or a part of a sentence in a single style. */
export interface Passage {
  style: Style;
  /** Tokens whose `sound` is an index into all sounds. */
  tokens: Token[];
  /** Silence after the utterance, in seconds. */
  pause: number;
}

/**
 * Number of tokens after which the next word begins a new passage, and number of tokens after which a word is split (such as a number with
 * a hundred digits). This limits the memory used in a run. Kokoro accepts 510 letters, including spaces and stress marks. An ordinary
 * sentence has fewer than 200.
 */
const MAX_TOKENS = { betweenWords: 220, withinWord: 300 } as const;
/** Silence between sentences, in seconds (Piper's default, `--sentence-silence`). */
const SENTENCE_PAUSE = 0.2;

/** Punctuation known to the models, keyed by its equivalents in other scripts. */
const PUNCTUATION: Readonly<Record<string, string>> = {
  ',': ',',
  ';': ';',
  ':': ':',
  '.': '.',
  '!': '!',
  '?': '?',
  '…': '…',
  '，': ',',
  '、': ',',
  '。': '.',
  '；': ';',
  '：': ':',
  '！': '!',
  '？': '?',
  '،': ',',
  '؛': ';',
  '؟': '?',
  '।': '.',
};
const ENDS_SENTENCE = /[.!?…]/;

/** Divides a script into passages at sentence ends, at pauses, and where the style changes. */
export function divideScript(
  { text, items }: Script,
  words: readonly Span[],
  sentences: readonly Span[],
  sounds: readonly Sound[],
): Passage[] {
  const passages: Passage[] = [];
  const ofWord = Map.groupBy(
    sounds.map((sound, index) => ({ ...sound, index })),
    ({ word }) => word,
  );
  let open: Passage | undefined;
  const close = (pause: number) => {
    if (open) open.pause = Math.max(open.pause, pause);
    else if (passages.length > 0) passages.at(-1)!.pause = Math.max(passages.at(-1)!.pause, pause);
    open = undefined;
  };
  const begin = (style: Style): Passage => {
    const passage: Passage = { style, tokens: [], pause: 0 };
    passages.push(passage);
    return passage;
  };
  let at = 0;
  for (const item of items) {
    if (item.kind === 'pause') {
      punctuate(open, text.slice(at, endOfGap(at)), true);
      close(0);
      passages.push({ style: {}, tokens: [], pause: item.seconds });
    }
    if (item.kind !== 'spoken') continue;
    for (const [index, word] of words.entries()) {
      if (word.from < item.from || word.from >= item.to) continue;
      const isNewSentence = sentences.some(({ from }) => from >= at && from <= word.from);
      if (open) {
        punctuate(open, text.slice(at, word.from), isNewSentence);
        if (isNewSentence) close(SENTENCE_PAUSE);
        else if (!isDeepStrictEqual(open.style, item.style) || open.tokens.length > MAX_TOKENS.betweenWords) close(0);
      }
      at = Math.max(at, word.to);
      for (const { written, beginsWord, index: sound } of ofWord.get(index) ?? []) {
        if (open && open.tokens.length >= MAX_TOKENS.withinWord) close(0);
        open ??= begin(item.style);
        if (beginsWord && open.tokens.length > 0) open.tokens.push({ written: ' ' });
        open.tokens.push({ written, sound });
      }
    }
  }
  punctuate(open, text.slice(at), true);
  return passages;

  function endOfGap(from: number): number {
    return words.find((word) => word.from >= from)?.from ?? text.length;
  }
}

/** Adds the punctuation between two words. Within a sentence, a period belongs to an abbreviation. */
function punctuate(passage: Passage | undefined, gap: string, endsSentence: boolean): void {
  if (!passage || passage.tokens.length === 0) return;
  const sign = [...gap]
    .map((character) => PUNCTUATION[character])
    .find((known) => known !== undefined && (endsSentence || !ENDS_SENTENCE.test(known)));
  if (sign) passage.tokens.push({ written: sign });
}
