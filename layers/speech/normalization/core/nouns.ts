import type { Gender } from './language.ts';

/** How the nouns of a Romance language tell their gender. */
export interface NounEndings {
  /** Masculine nouns that look feminine. */
  masculine: ReadonlySet<string>;
  /** Words that look like nouns and are none. */
  others: ReadonlySet<string>;
  feminine: RegExp;
  /** Endings of masculine nouns, where these have a form of the number too. */
  masculineEndings?: RegExp;
}

/** Who does something may be a man or a woman: "31 turistas". */
const PEOPLE = /(?:ista|nauta|crata|cida|mata|atleta|colega|guía|guarda|policía|juez)s?$/;

/** Nouns that have one form for one and for more. */
const UNCHANGED = /^(?:fois|voix|brebis)$/;

/** The gender of what is counted, where its word tells it; undefined for what is no noun in the number asked for. */
export function genderByEnding(
  { masculine, others, feminine, masculineEndings }: NounEndings,
  noun: string,
  count: number,
): Gender | undefined {
  const isPlural = noun.endsWith('s') || noun === 'voix';
  const fits = (count === 1) !== isPlural || UNCHANGED.test(noun);
  if (masculine.has(noun)) return 'm';
  if (others.has(noun) || !fits || PEOPLE.test(noun)) return undefined;
  if (feminine.test(noun)) return 'f';
  return masculineEndings?.test(noun) ? 'm' : undefined;
}
