import { expect, it } from 'vitest';
import { conclude } from '../../bench/report.ts';

const figure = { name: 'word, median error', value: 12, unit: 'ms' };

it('does not call a bar reached where nothing was measured', () => {
  expect(conclude([{ title: 'Alignment', figures: [], missing: ['flite', 'festival'] }])).toBe(
    "No bar was judged; not all was measured: install Debian's packages flite festival",
  );
});

it('counts the bars that are missed', () => {
  const figures = [
    { ...figure, bar: '<= 20' },
    { ...figure, bar: '<= 10' },
  ];
  expect(conclude([{ title: 'Alignment', figures }])).toBe('1 missed');
  expect(conclude([{ title: 'Alignment', figures: figures.slice(0, 1), missing: [] }])).toBe('Every bar is reached');
});
