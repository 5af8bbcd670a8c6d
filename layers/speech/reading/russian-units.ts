import { EASTERN_UNITS } from './eastern-units.ts';
import { choose } from './plurals.ts';

/** A unit in the form that the number before it asks for: parts of one are counted as a few are. */
export function bendRussianUnit(unit: string, number: string): string | undefined {
  const [one = '', few = '', many = ''] = EASTERN_UNITS.ru[unit]?.split('|') ?? [];
  if (one === '') return undefined;
  return /\D/.test(number) ? few : choose(Number(number), one, few, many);
}

/** "одна вторая километра", but "5 с половиной километров": halves beside a whole number are counted with it. */
export function bendRussianPart(unit: string, written: string): string | undefined {
  const [, whole] = /^(\d+)(?:[ +]1[/⁄]2|½)$/.exec(written) ?? [];
  return bendRussianUnit(unit, whole === undefined || whole.endsWith('1') ? '0.5' : whole);
}
