import { closest, distance } from 'fastest-levenshtein';

/** Longer names are not corrected. */
const MAX_CHARACTERS = 60;

/** Share of characters that may differ for a misspelling. */
const MISTYPED_SHARE = 0.4;

/**
 * Finds the valid name that is most similar to a name, by Levenshtein distance without regard to case.
 *
 * @returns undefined when none is similar enough
 */
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
