import { expect, it } from 'vitest';
import { noise, noiseRows } from '../src/textures/noise.ts';

it('noise is the same by row as by pixel', () => {
  const rows = noiseRows(300, 5.5, 2.1, 26);
  for (let y = 0; y < 40; y++) expect([...rows(y)]).toEqual(Array.from({ length: 300 }, (_, x) => noise(x / 5.5, y / 2.1, 4096, 26)));
});
