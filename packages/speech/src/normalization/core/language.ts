import type { Rule, Verbalization } from './rule.ts';

/** Grammatical gender: masculine, feminine, or neuter. */
export type Gender = 'm' | 'f' | 'n';

/** A calendar day. `month` is 1..12; `monthName` is its name in the form used in dates. */
export interface DateParts {
  year: number | undefined;
  month: number;
  day: number | undefined;
  monthName: string;
  /** The text before the date. */
  before: string;
}

export interface SignNames {
  /** Words for @ . / - _ in addresses. */
  address: readonly [at: string, dot: string, slash: string, dash: string, underscore: string];
  /** Words for ≤ ≥ ≠ ≈ ± and for the minus sign of a number, with any space after it. */
  math: readonly [atMost: string, atLeast: string, unequal: string, about: string, plusMinus: string, minus: string];
  /** Words for + × ÷ = < > between two numbers. The last two are absent if the verb follows both numbers. */
  arithmetic: readonly [plus: string, times: string, divided: string, equals: string, less?: string, greater?: string];
  /** Word between the ends of a range such as "10-20". Empty if nothing is spoken there. */
  range: string;
  /**
   * Words between two numbers: in a score such as "3:1", points out of ten or a hundred, a blood pressure reading, lengths such as "40 x 30
   * cm", and "4x4" if it differs from ×.
   */
  result?: string;
  outOf?: string;
  pressure?: string;
  lengths?: string;
  cross?: string;
  /** The x in "3x a day". */
  repeated?: string;
}

export interface FractionNames {
  /**
   * A half on its own, after a whole number, and on its own before a feminine noun (in Russian, before any noun): "one half", "and a half".
   */
  half: readonly [alone: string, joined: string, feminine?: string];
  /** Word between a whole number and its fraction. */
  joint?: string;
  /** Word between the two numbers in a fraction that `part` does not name: "3 over 7". */
  over: string;
  /** A whole number and a half in one word, or undefined if they are joined by `joint`. */
  wholeHalf?(whole: number): string | undefined;
  /** The word for one before a part. */
  one?: string;
  /** Word between a part and its unit, with the space before it: "un quart de litre". */
  of?: string;
  /** The number that determines the plural form of a unit after a fraction. The default is 1. */
  unitOf?: string;
  /** Singular and plural names of a part, such as "third/thirds", for a denominator from 2 to 100. A single name includes the numerator. */
  part?(denominator: number, numerator: number): string | undefined;
}

export interface MoneyNames {
  /** Word between the whole part and the hundredths: " and". */
  joint?: string;
  /** The name for hundredths, with the space before it, on its own or after a whole part. Empty if hundredths are not named. */
  cents?(value: number, code: string, alone: boolean): string;
  /** The country to omit from the Intl names, because it goes without saying: "US dollars". */
  country?: RegExp;
  /** The name of a currency, if it differs from the Intl name. */
  name?(code: string, value: number): string | undefined;
  /** Thousands and millions after a number, with or without a currency. See units.ts for the names. */
  magnitudes?: Readonly<Record<string, string>>;
  /** The name of a currency after a magnitude: "millions d'euros", but "mille euros". */
  of?(name: string, magnitude?: string): string;
}

export interface Abbreviations {
  /** Abbreviations that are recognized anywhere. */
  always: Readonly<Record<string, string>>;
  /** Abbreviations that are recognized only before a number: "p. 12". */
  beforeNumbers?: Readonly<Record<string, string>>;
  /**
   * Abbreviations before a number that can also end a sentence. They are recognized only after a comma, a number, or these words (regex
   * alternatives).
   */
  cited?: { behind?: string; names: Readonly<Record<string, string>> };
  /** Words in capitals that are spelled out even though they could be read as words, as regex alternatives, and the names of letters. */
  spelled?: { names: string; letter?(letter: string): string };
}

export interface RomanNames {
  /** Nouns that are numbered with Roman numerals (chapters, wars), as regex alternatives. */
  parts: string;
  /** Words that may follow I as a ruler's number, in addition to the end of a clause, as regex alternatives. */
  first?: string;
  /** Pattern for text that follows I as a pronoun rather than as the number of a part. */
  pronoun?: string;
  /** Returns the reading of a ruler's number. The number itself is read if this is absent. */
  ruler?(value: number, woman: boolean, before: string): string;
  /** Returns the reading of a part's number. The number itself is read if this is absent or returns undefined. */
  part?(value: number, before: string): string | undefined;
  /** Pattern for text that follows a ruler's numeral. */
  end?: string;
  /** Rules for other numerals, such as the numbers of centuries. */
  others?: readonly Rule[];
  /** Pattern for the shortest numeral that counts as a number even without a name next to it. Absent if there is none. */
  alone?: string;
}

export interface TelephoneRules {
  /** The number formats of the country, longest first. */
  patterns?: readonly RegExp[];
  /** Words that turn the groups of digits after them into a telephone number, as regex alternatives. */
  calls?: string;
  /** Word before an extension, with a trailing space. */
  extension?: string;
  pairs?: boolean;
}

/** Rules for a language (see languages.ts). The functions take ASCII digits and return words, or digits that the voice can read. */
export interface LanguageRules {
  /** BCP 47 tag for `Intl`, with Latin digits. */
  tag: string;
  /** True if there is no space between a number and the noun that it counts. */
  isUnspaced?: boolean;
  signs: SignNames;
  /** Writes a number in words. Needed only if the voice misreads digits. */
  cardinal?(number: string): string;
  ordinal(value: number): string;
  /**
   * Writes a number before a noun, in the gender of the noun and the case required by the preceding text. Returns undefined if digits will
   * do.
   */
  count?(value: number, noun: string, before?: string): string | undefined;
  /** Words before a number that is part of a name ("chapter 2"), which `count` does not apply to, as regex alternatives. */
  labels?: string;
  /** Names of the digits, and the separator to use when digits are read one by one. */
  digits?: { names: string; joint: string };
  /** Words before a day without a year ("on 3/4"), and before "2.1.10", as regex alternatives. */
  beforeDate?: string;
  date(parts: DateParts): string;
  /** True if the month comes first in dates with slashes. */
  isMonthFirst?: boolean;
  /**
   * Patterns for abbreviated months next to a day: between a day and its month ("5 nov."), at the end of such a month instead of a period,
   * and after a month that precedes its day ("Jan 5").
   */
  shortMonths?: { afterDay: string; end?: string; beforeDay?: string };
  /** Verbalizes a time of day in minutes. With `hasMore`, seconds or a.m./p.m. follow. */
  time(hours: number, minutes: number, hasMore: boolean): string;
  /** Words (besides h) that may follow a numeric time and are already included in its reading, as regex alternatives. */
  clock?: string;
  /** Separator for hours, minutes, and seconds. The default is a space. */
  timeJoint?: string;
  /** Verbalizes hours, minutes, or seconds. Needed only if the number and the unit are not enough. */
  countTime?(value: number, unit: 'hour' | 'minute' | 'second'): string;
  /** For a range of abbreviated weekdays such as "Mon-Fri": the word between the two, and words that may replace the dash. */
  weekdays?: { joint: string; words?: string };
  money: MoneyNames;
  /**
   * For "5 €/kg": the word for the slash, words that may follow it in addition to units, and a pattern that may precede it in addition to
   * currencies and units.
   */
  rates?: { per: string; each: Readonly<Record<string, string>>; behind?: string };
  /** Units after a number, and their names; see units.ts. */
  units?: Readonly<Record<string, string>>;
  /** Pattern that must not follow a unit. */
  unitEnd?: string;
  /** The word for minus in a temperature, if there is a special word, and the units that use it. */
  frost?: { name: string; units: RegExp };
  fractions: FractionNames | ((above: number, below: number, whole: string | undefined) => string);
  roman?: RomanNames;
  telephones?: TelephoneRules;
  abbreviations?: Abbreviations;
  /**
   * Additional rules. Earlier rules win (see rules.ts). `first` comes before times and everything recognized by its numbers, `own` before
   * units and plain numbers (most rules belong there), and `last` just before the remaining numbers.
   */
  rules?: { first?: readonly Rule[]; own?: readonly Rule[]; last?: readonly Rule[] };
  /** Reads text with a dictionary instead of rules. */
  readText?(text: string): Promise<Verbalization[]>;
  /** Respells a word. Needed only if the voice follows the spelling too closely. */
  pronounce?(word: string): string;
  /** Checks whether a run of Latin letters is read in this language rather than in English. */
  saysLatin?(text: string, match: RegExpExecArray): boolean;
}
