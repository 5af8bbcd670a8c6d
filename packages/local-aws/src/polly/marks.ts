/** A Polly speech mark (developer guide, "Speech marks"). */
export interface SpeechMark {
  /** Time from the start of the audio, in ms. */
  readonly time: number;
  readonly type: 'sentence' | 'ssml' | 'word' | 'viseme';
  /** Byte range of a word or sentence in the text as sent. */
  readonly start?: number;
  readonly end?: number;
  readonly value: string;
}

/** Order of marks that have the same time. */
const ORDER: readonly string[] = ['sentence', 'ssml', 'word', 'viseme'];

/** Formats marks of the given types like Polly, with one JSON object per line, sorted by time. */
export function formatMarks(marks: readonly SpeechMark[], types: readonly string[]): string {
  return marks
    .filter(({ type }) => types.includes(type))
    .sort((a, b) => a.time - b.time || ORDER.indexOf(a.type) - ORDER.indexOf(b.type))
    .map((mark) => `${JSON.stringify(mark)}\n`)
    .join('');
}
