import { closest, distance } from 'fastest-levenshtein';

/** Longer names are not corrected. */
const MAX_CHARACTERS = 60;

/** Maximum share of characters that may differ in a misspelling. */
const MISTYPED_SHARE = 0.4;

/** Finds the most similar valid name by Levenshtein distance, ignoring case. @returns undefined when none is similar enough */
export function findNearestName(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || name.length > MAX_CHARACTERS) return undefined;
  const lower = name.toLowerCase();
  const near = closest(
    lower,
    names.map((valid) => valid.toLowerCase()),
  );
  const valid = names.find((candidate) => candidate.toLowerCase() === near)!;
  return distance(lower, near) <= Math.ceil(near.length * MISTYPED_SHARE) ? valid : undefined;
}
