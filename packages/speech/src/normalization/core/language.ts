import type { Rule, Verbalization } from './rule.ts';

/** Grammatical gender: masculine, feminine, neuter. */
export type Gender = 'm' | 'f' | 'n';

/** A day of the calendar; `month` is 1..12, `monthName` is its name as it stands in a date. */
export interface DateParts {
  year: number | undefined;
  month: number;
  day: number | undefined;
  monthName: string;
  /** The text before the date. */
  before: string;
}

/** Names of signs, in the words of one language. */
export interface SignNames {
  /** In addresses: @ . / - _ */
  address: readonly [at: string, dot: string, slash: string, dash: string, underscore: string];
  /** ≤ ≥ ≠ ≈ ± and the minus of a number, with the space that the language puts behind it. */
  math: readonly [atMost: string, atLeast: string, unequal: string, about: string, plusMinus: string, minus: string];
  /** Between two numbers: + × ÷ = < >; the last two are absent where the verb stands behind both. */
  arithmetic: readonly [plus: string, times: string, divided: string, equals: string, less?: string, greater?: string];
  /** Between the ends of a range, "10-20"; empty where the ends stand alone. */
  range: string;
  /** Between two numbers: a result "3:1", points of ten or a hundred, a blood pressure, lengths "40 x 30 cm", and "4x4" if not as ×. */
  result?: string;
  outOf?: string;
  pressure?: string;
  lengths?: string;
  cross?: string;
  /** The x of "3x a day". */
  repeated?: string;
}

/** How the parts of a whole are named. */
export interface FractionNames {
  /** A half alone, beside a whole number, and alone before a feminine noun, in Russian before any: "one half", "and a half". */
  half: readonly [alone: string, joined: string, feminine?: string];
  /** Between a whole number and its fraction. */
  joint?: string;
  /** Between the two numbers of a fraction where `part` gives no name, or is absent: "3 over 7". */
  over: string;
  /** A whole number and a half where the two are one word; undefined where they are joined. */
  wholeHalf?(whole: number): string | undefined;
  /** The number one before a part. */
  one?: string;
  /** Between a part and its unit, with the space before it: "un quart de litre". */
  of?: string;
  /** The number whose plural a unit has behind a fraction; 1 where this is absent. */
  unitOf?: string;
  /** Names of one part and of more, "third/thirds", for a denominator from 2 to 100; one name alone says the numerator too. */
  part?(denominator: number, numerator: number): string | undefined;
}

/** Sums of money. */
export interface MoneyNames {
  /** Between the whole part and the hundredths: " and". */
  joint?: string;
  /** The name of hundredths, with the space before it, alone or behind a whole part; empty where they are not named. */
  cents?(value: number, code: string, alone: boolean): string;
  /** What Intl's names say of the country, which is understood: "US dollars". */
  country?: RegExp;
  /** The name of a currency that Intl does not give as it is said. */
  name?(code: string, value: number): string | undefined;
  /** Thousands and millions behind a number, with or without a currency; see units.ts for the names. */
  magnitudes?: Readonly<Record<string, string>>;
  /** The name of a currency behind a magnitude: "millions d'euros", but "mille euros". */
  of?(name: string, magnitude?: string): string;
}

/** Short forms. */
export interface Abbreviations {
  /** Anywhere. */
  always: Readonly<Record<string, string>>;
  /** Before a number alone: "p. 12". */
  beforeNumbers?: Readonly<Record<string, string>>;
  /** Before a number, those that also end sentences: they count behind a comma, a number or these words (alternatives of a pattern). */
  cited?: { behind?: string; names: Readonly<Record<string, string>> };
  /** Capitals that are spelled though they could be words, as alternatives of a pattern, and how a letter is named. */
  spelled?: { names: string; letter?(letter: string): string };
}

/** Roman numerals. */
export interface RomanNames {
  /** What is counted with numerals, as alternatives of a pattern: chapters, wars. */
  parts: string;
  /** What I has behind it where it is a ruler's number, besides the end of a clause; as alternatives of a pattern. */
  first?: string;
  /** What I has behind it where it is a pronoun rather than the number of a part, as a pattern. */
  pronoun?: string;
  /** What a ruler's number is called; the number itself where this is absent. */
  ruler?(value: number, woman: boolean, before: string): string;
  /** How a part is numbered; the number itself where this is absent or gives nothing. */
  part?(value: number, before: string): string | undefined;
  /** What ends a ruler's numeral. */
  end?: string;
  /** Numerals of centuries and the like. */
  others?: readonly Rule[];
  /** The shortest numeral that is a number beside no name, as a pattern; absent where none is. */
  alone?: string;
}

/** Telephone numbers. */
export interface TelephoneRules {
  /** How numbers of the country are written; the longer ones first. */
  patterns?: readonly RegExp[];
  /** Words before groups of digits that make them a telephone number, as alternatives of a pattern. */
  calls?: string;
  /** Before an extension, with a space behind. */
  extension?: string;
  /** Whether numbers are read in pairs. */
  pairs?: boolean;
}

/**
 * All that the normalization of a language needs. A new language is a folder with one of these, and a line in languages.ts.
 * Functions get numbers as ASCII digits and give what a voice reads: words, or digits that the voice says itself.
 */
export interface LanguageRules {
  /** BCP 47 tag by which `Intl` knows the language, with Latin digits. */
  tag: string;
  /** Whether a number stands close to what it counts. */
  isUnspaced?: boolean;
  signs: SignNames;
  /** Writes a number in words where the voice cannot be trusted with digits: those of texts and of readings. */
  cardinal?(number: string): string;
  ordinal(value: number): string;
  /** A number before what it counts, in the gender of that noun and the case of the text before; undefined where its digits do. */
  count?(value: number, noun: string, before?: string): string | undefined;
  /** Words before a number that `count` must leave alone, since it is a name: "chapter 2". Alternatives of a pattern. */
  labels?: string;
  /** A digit alone, and what separates digits that are read one by one. */
  digits?: { names: string; joint: string };
  /** Words before a day without its year ("on 3/4"), and before "2.1.10", as alternatives of a pattern. */
  beforeDate?: string;
  date(parts: DateParts): string;
  /** Whether the month is written first in dates with strokes. */
  isMonthFirst?: boolean;
  /**
   * Months in short, which are read where they stand beside a day. Patterns: what is between a day and its month ("5 nov."), what may
   * end such a month instead of a full stop, and what follows a month that stands before its day ("Jan 5").
   */
  shortMonths?: { behindDay: string; end?: string; beforeDay?: string };
  /** A time of the day, full minutes; with `hasMore`, seconds or the half of the day are said behind it. */
  time(hours: number, minutes: number, hasMore: boolean): string;
  /** Words that a time in figures may have behind it, beside h, which its reading says already; as alternatives of a pattern. */
  clock?: string;
  /** What joins hours, minutes and seconds; a space where this is absent. */
  timeJoint?: string;
  /** So many hours, minutes or seconds, where numbers and units are not put side by side. */
  countTime?(value: number, unit: 'hour' | 'minute' | 'second'): string;
  /** A range of weekdays in short, "Mon-Fri": what joins the two, and words that may stand between them instead of a dash. */
  weekdays?: { joint: string; words?: string };
  money: MoneyNames;
  /** "5 €/kg": the word for the stroke, what may stand behind it beside units, and before it beside signs of money and units. */
  rates?: { per: string; each: Readonly<Record<string, string>>; behind?: string };
  /** Units as written after a number, with their names; see units.ts. */
  units?: Readonly<Record<string, string>>;
  /** What may not follow a unit, as a pattern. */
  unitEnd?: string;
  /** The minus of a temperature, where degrees of frost have a word of their own, and the units that have it. */
  frost?: { name: string; units: RegExp };
  fractions: FractionNames | ((above: number, below: number, whole: string | undefined) => string);
  roman?: RomanNames;
  telephones?: TelephoneRules;
  abbreviations?: Abbreviations;
  /**
   * Rules that the general ones do not cover; the earlier one wins (see rules.ts). `first` go before times and all that is read by its
   * numbers, `own` before units and plain numbers, and most belong there; `last` only before numbers that nothing else read.
   */
  rules?: { first?: readonly Rule[]; own?: readonly Rule[]; last?: readonly Rule[] };
  /** Reads a text by a dictionary instead of by rules. */
  readText?(text: string): Promise<Verbalization[]>;
  /** Rewrites a word as it is pronounced, where the voice follows the spelling too closely. */
  pronounce?(word: string): string;
  /** Whether stretches of Latin letters are said in the language itself. */
  saysLatin?(text: string, match: RegExpExecArray): boolean;
}
