/** Formats the allowed values of a field, for use after "must be". */
export function oneOf(options: readonly (string | number)[]): string {
  const quoted = options.map((option) => JSON.stringify(option));
  return quoted.length === 1 ? `${quoted[0]}` : `one of ${quoted.join(', ')}`;
}
