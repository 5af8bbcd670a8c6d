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
  /** < and > between two things; absent where the verb stands behind both. */
  comparison?: readonly [less: string, greater: string];
  /** ≤ ≥ ≠ ≈ ± and the minus of a number, with the space that the language puts behind it. */
  math: readonly [atMost: string, atLeast: string, unequal: string, about: string, plusMinus: string, minus: string];
  /** Between two numbers: + × ÷ = */
  arithmetic: readonly [plus: string, times: string, divided: string, equals: string];
  /** Between the ends of a range, "10-20"; empty where the ends stand alone. */
  range: string;
  /** Between the numbers of a result, "3:1". */
  result?: string;
  /** An x between two numbers that is not multiplication: "4x4"; the name of × where this is absent. */
  cross?: string;
  /** How often something is done, "3x a day". */
  repeated?: string;
  /** Between a number of points and the ten that there are. */
  outOf?: string;
}

/** How the parts of a whole are named. */
export interface FractionNames {
  /** A half alone, and beside a whole number: "one half", "and a half". */
  half: readonly [alone: string, joined: string];
  /** Between a whole number and its fraction. */
  joint?: string;
  /** Between numerator and denominator where the parts have no name. */
  over: string;
  /** A whole number and a half where the two are one word; undefined where they are joined. */
  wholeHalf?(whole: number): string | undefined;
  /** The number one before a part. */
  one?: string;
  /** The number whose plural a unit has behind a fraction; 1 where this is absent. */
  unitOf?: string;
  /** Name of one and of more parts, for a denominator from 2 to 100; an empty second name where the first says the number too. */
  part?(denominator: number, numerator: number): readonly [one: string, many: string] | undefined;
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
  /** Joins the name of what is counted in millions: "millions d'euros". */
  of?(name: string): string;
}

/** Short forms. */
export interface Abbreviations {
  /** Anywhere. */
  always: Readonly<Record<string, string>>;
  /** Before a number alone: "p. 12". */
  beforeNumbers?: Readonly<Record<string, string>>;
  /** Before a number, those that also end sentences: they are meant behind a comma, a number or one of some words. */
  cited?: Readonly<Record<string, string>>;
  /** Capitals that are spelled though they could be words, as alternatives of a pattern, and how a letter is named. */
  spelled?: { names: string; letter?(letter: string): string };
}

/** Roman numerals. */
export interface RomanNames {
  /** What is counted with numerals, as alternatives of a pattern: chapters, wars. */
  parts: string;
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
  /** A number in the gender of the noun behind it and the case of the text before; undefined where its digits do. */
  count?(value: number, noun: string, before?: string): string | undefined;
  /** Words before a number that is a name rather than a count, as alternatives of a pattern. */
  labels?: string;
  /** A digit alone, and what separates digits that are read one by one. */
  digits?: { names: string; joint: string };
  date(parts: DateParts): string;
  /** Whether the month is written first in dates with strokes. */
  isMonthFirst?: boolean;
  /** What stands between a day and a month in short, as a pattern. */
  beforeMonth?: string;
  /** A time of the day, full minutes. */
  time(hours: number, minutes: number): string;
  /** What joins hours, minutes and seconds; a space where this is absent. */
  timeJoint?: string;
  /** So many hours, minutes or seconds, where numbers and units are not put side by side. */
  countTime?(value: number, unit: 'hour' | 'minute' | 'second'): string;
  /** What joins the first and the last weekday of a range in short, "Mon-Fri". */
  weekdays?: string;
  money: MoneyNames;
  /** "5 €/kg": the word for the stroke, and what may stand behind it beside units. */
  rates?: { per: string; each: Readonly<Record<string, string>> };
  /** Units as written after a number, with their names; see units.ts. */
  units?: Readonly<Record<string, string>>;
  /** What may not follow a unit, as a pattern. */
  unitEnd?: string;
  /** The minus of a temperature, where degrees of frost have a word of their own. */
  frost?: string;
  fractions: FractionNames | ((above: number, below: number, whole: string | undefined) => string);
  roman?: RomanNames | { others: readonly Rule[] };
  telephones?: TelephoneRules;
  abbreviations?: Abbreviations;
  /** Rules before the general ones, among them, and after them. */
  rules?: { first?: readonly Rule[]; own?: readonly Rule[]; last?: readonly Rule[] };
  /** Reads a text by a dictionary instead of by rules. */
  readText?(text: string): Promise<Verbalization[]>;
  /** Rewrites a word as it is pronounced, where the voice follows the spelling too closely. */
  pronounce?(word: string): string;
  /** Whether stretches of Latin letters are said in the language itself. */
  saysLatin?(text: string, match: RegExpExecArray): boolean;
}
