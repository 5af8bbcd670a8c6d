import { choose } from './plurals.ts';

/** Russian units as a fraction has them: of one, and of many. */
export const RUSSIAN_UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  км: ['километра', 'километров'],
  м: ['метра', 'метров'],
  см: ['сантиметра', 'сантиметров'],
  мм: ['миллиметра', 'миллиметров'],
  кг: ['килограмма', 'килограммов'],
  г: ['грамма', 'граммов'],
  л: ['литра', 'литров'],
  мл: ['миллилитра', 'миллилитров'],
  ч: ['часа', 'часов'],
};

/** "одна вторая километра", but "5 с половиной километров": halves beside a whole number are counted with it. */
export function bendRussianUnit(unit: string, written: string): string {
  const [one, many] = RUSSIAN_UNITS[unit] ?? [unit, unit];
  const [, whole] = /^(\d+)(?:[ +]1[/⁄]2|½)$/.exec(written) ?? [];
  return whole === undefined ? one : choose(Number(whole), one, one, many);
}
