import { closest, distance } from 'fastest-levenshtein';

/** Names longer than this are not corrected, characters. */
const MAX_CHARACTERS = 60;

/** Share of a valid name that may differ for the client's name to count as a misspelling of it. */
const MISTYPED_SHARE = 0.4;

/**
 * Finds the valid name that a client most likely meant, by Levenshtein distance without regard to case.
 *
 * @returns undefined where no name is close enough
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
