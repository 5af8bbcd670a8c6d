/** Slavic plural: one, a few, many. */
export function choose(value: number, one: string, few: string, many: string): string {
  const form = new Intl.PluralRules('ru').select(value);
  return form === 'one' ? one : form === 'few' ? few : many;
}
