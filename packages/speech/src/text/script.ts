import type { Expression, Language, Sex } from '@talking-avatar/contract';

/** A parsed text, plain or SSML, in one form for every engine. Offsets are UTF-16 units of `text`. */
export interface Script {
  /** The words as the client wrote them, without markup. */
  text: string;
  /** Items in order. The spoken items cover `text` completely. */
  items: Item[];
  emotions: EmotionSpan[];
  /** Ignored content, as sentences for the client. */
  warnings: string[];
  /** The language stated by a document, as written. */
  language?: string;
}

export type Item = SpokenItem | PauseItem | MarkItem;

export interface SpokenItem {
  kind: 'spoken';
  from: number;
  to: number;
  style: Style;
}

export interface PauseItem {
  kind: 'pause';
  seconds: number;
}

export interface MarkItem {
  kind: 'mark';
  name: string;
}

/** A facial expression over a span of the text. */
export interface EmotionSpan {
  from: number;
  to: number;
  expression: Expression;
  level: number;
}

/** How a piece of text is spoken; absent fields mean as usual. */
export interface Style {
  /** Spoken instead of the text (`<sub alias>`). */
  alias?: string;
  /** Letter by letter, or digit by digit. */
  spelled?: 'characters' | 'digits';
  /** Kind of the text, if it is ambiguous. */
  sayAs?: SayAs;
  emphasis?: 'strong' | 'moderate' | 'reduced';
  /** IPA to speak instead of the text (`<phoneme>`); valid for `splitIpa`. */
  ipa?: string;
  /** Language of a foreign piece. */
  language?: Language;
  /** The part of speech of a word, as Amazon Polly names it (`<w role>`). */
  role?: string;
  /** The speaker (`<voice>`): a voice's name, a sex, or both. */
  speaker?: Speaker;
  /** Factors of the usual tempo, pitch and loudness. */
  rate?: number;
  pitch?: number;
  volume?: number;
}

export interface Speaker {
  name?: string;
  sex?: Sex;
}

/** SSML's `interpret-as`, for kinds with a special reading, and its `format`. */
export interface SayAs {
  as: 'cardinal' | 'ordinal' | 'date' | 'time' | 'telephone' | 'fraction' | 'unit' | 'currency' | 'address';
  format?: string;
}
