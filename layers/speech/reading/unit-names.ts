import { EASTERN_UNITS } from './eastern-units.ts';
import type { Tongue } from './tongues.ts';
import { WESTERN_UNITS } from './western-units.ts';

/** Units by how they are written after a number, with their names as each half of the table has them. */
export const UNITS: Readonly<Record<Exclude<Tongue, 'ja'>, Readonly<Record<string, string>>>> = {
  ...WESTERN_UNITS,
  ...EASTERN_UNITS,
};
