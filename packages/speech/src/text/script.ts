import type { Expression, Language, Sex } from '@talking-avatar/contract';

/** What is to be said, read from plain text or SSML: one form for every engine. Offsets are UTF-16 units of `text`. */
export interface Script {
  /** The words as the client wrote them, without markup. */
  text: string;
  /** What to do, in order. The spoken items cover `text` from end to end. */
  items: Item[];
  emotions: EmotionSpan[];
  /** What had to be left out, as sentences for the client. */
  warnings: string[];
  /** The language that a document says it is in, as written. */
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

/** An expression of the face from one place of the text to another. */
export interface EmotionSpan {
  from: number;
  to: number;
  expression: Expression;
  level: number;
}

/** How a piece of text is said; what is absent is said as usual. */
export interface Style {
  /** Said instead of the text (`<sub alias>`). */
  alias?: string;
  /** Letter by letter, or digit by digit. */
  spelled?: 'characters' | 'digits';
  /** What kind of thing the text is, where its letters alone do not tell. */
  sayAs?: SayAs;
  emphasis?: 'strong' | 'moderate' | 'reduced';
  /** Sounds that are said instead of the text, in IPA (`<phoneme>`); `splitIpa` can read it. */
  ipa?: string;
  /** Language of a foreign piece. */
  language?: Language;
  /** The part of speech of a word, as Amazon Polly names it (`<w role>`). */
  role?: string;
  /** Who speaks (`<voice>`): a voice's name, a sex, or both. */
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

/** SSML's `interpret-as`, for the kinds that are read in words of their own, and its `format`. */
export interface SayAs {
  as: 'cardinal' | 'ordinal' | 'date' | 'time' | 'telephone' | 'fraction' | 'unit' | 'currency' | 'address';
  format?: string;
}
