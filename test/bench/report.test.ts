import { expect, it } from 'vitest';
import { conclude } from '../../bench/report.ts';

const figure = { name: 'word, median error', value: 12, unit: 'ms' };

it('does not report a threshold as reached when nothing was measured', () => {
  expect(conclude([{ title: 'Alignment', figures: [], missing: ['flite', 'festival'] }])).toBe(
    'No threshold was judged; some figures need the Debian packages flite festival',
  );
});

it('counts missed thresholds', () => {
  const figures = [
    { ...figure, bar: '<= 20' },
    { ...figure, bar: '<= 10' },
  ];
  expect(conclude([{ title: 'Alignment', figures }])).toBe('1 missed');
  expect(conclude([{ title: 'Alignment', figures: figures.slice(0, 1), missing: [] }])).toBe('All thresholds are reached');
});
