import { closest, distance } from 'fastest-levenshtein';

/** Longer names than this were not mistyped: they are something else. */
const MOST_CHARACTERS = 60;

/** A name counts as mistyped when at most this share of it differs from a valid one. */
const MISTYPED_SHARE = 0.4;

/** The valid name that the client most likely meant, if any is close enough. Upper and lower case are alike. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || name.length > MOST_CHARACTERS) return undefined;
  const lower = name.toLowerCase();
  const near = closest(
    lower,
    names.map((valid) => valid.toLowerCase()),
  );
  const valid = names.find((candidate) => candidate.toLowerCase() === near)!;
  return distance(lower, near) <= Math.ceil(near.length * MISTYPED_SHARE) ? valid : undefined;
}
