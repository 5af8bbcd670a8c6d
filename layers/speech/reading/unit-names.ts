import { EASTERN_UNITS } from './eastern-units.ts';
import { GERMANIC_UNITS } from './germanic-units.ts';
import { ROMANCE_UNITS } from './romance-units.ts';
import type { Tongue } from './tongues.ts';

/** Units by how they are written after a number, with their names as each group of languages has them. */
export const UNITS: Readonly<Record<Exclude<Tongue, 'ja'>, Readonly<Record<string, string>>>> = {
  ...GERMANIC_UNITS,
  ...ROMANCE_UNITS,
  ...EASTERN_UNITS,
};
