import type { Expression, Language, Sex } from '@talking-avatar/contract';

/** Parsed text, plain or SSML, in the same form for every engine. Offsets are in UTF-16 code units of `text`. */
export interface Script {
  /** The words as the client wrote them, without markup. */
  text: string;
  /** Items, in order. The spoken items cover `text` completely. */
  items: Item[];
  emotions: EmotionSpan[];
  /** Warnings for the client about ignored content. */
  warnings: string[];
  /** The language stated in the document, as written. */
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

/** Style in which a piece of text is spoken. Absent fields mean the default. */
export interface Style {
  /** Spoken instead of the text (`<sub alias>`). */
  alias?: string;
  /** Spoken letter by letter, or digit by digit. */
  spelled?: 'characters' | 'digits';
  /** How to interpret ambiguous text. */
  sayAs?: SayAs;
  emphasis?: 'strong' | 'moderate' | 'reduced';
  /** IPA to speak instead of the text (`<phoneme>`). `splitIpa` accepts it. */
  ipa?: string;
  /** Language of foreign text. */
  language?: Language;
  /** A word's part of speech, as named by Amazon Polly (`<w role>`). */
  role?: string;
  /** The speaker (`<voice>`), by voice name, sex, or both. */
  speaker?: Speaker;
  /** Factors for the usual tempo, pitch, and loudness. */
  rate?: number;
  pitch?: number;
  volume?: number;
}

export interface Speaker {
  name?: string;
  sex?: Sex;
}

/** The value of `interpret-as` in SSML, for kinds of text with a special reading, and the value of `format`. */
export interface SayAs {
  as: 'cardinal' | 'ordinal' | 'date' | 'time' | 'telephone' | 'fraction' | 'unit' | 'currency' | 'address';
  format?: string;
}
