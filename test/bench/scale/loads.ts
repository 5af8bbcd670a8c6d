import type { Load } from './simulation.ts';

/** Jobs a second of so many a day, at five times their mean. */
const peak = (perDay: number): number => (5 * perDay) / 86_400;

/** What the service is held against. Each fills its capacity to 95 %. */
export const LOADS: readonly Load[] = [
  { name: 'today: 100,000 a day', rate: peak(100_000), capacity: 50, runs: 8.2, seconds: 120, largest: 0.2 },
  { name: '1,000,000 a day', rate: peak(1_000_000), capacity: 10_000, runs: 164, seconds: 120, largest: 0.2 },
  { name: '10,000,000 a day', rate: peak(10_000_000), capacity: 10_000, runs: 16.4, seconds: 40, largest: 0.2 },
];
