import type { Load } from './simulation.ts';

/** Returns the peak rate for a number of jobs per day, in jobs per second. It is five times the average rate. */
const peak = (perDay: number): number => (5 * perDay) / 86_400;

/** Quota for `StartExecution` in us-east-1, us-west-2, and eu-west-1 ("Step Functions service quotas"). */
const starts = { bucket: 1_300, refill: 300 };

/** Loads to simulate. With `full`, there are 10% more jobs than the capacity allows, so every lease is handed on to another job. */
export const LOADS: readonly Load[] = [
  { name: 'today: 100,000 a day', rate: peak(1e5), capacity: 50, runs: 8.2, seconds: 60, starts, largest: 0.2 },
  { name: '1,000,000 a day', rate: peak(1e6), capacity: 10_000, runs: 164, seconds: 60, starts, largest: 0.2 },
  { name: '1,000,000 a day, full', rate: peak(1e6), capacity: 1_000, runs: 19, seconds: 60, starts, largest: 0.2 },
  { name: '10,000 at once, full', rate: peak(1e6), capacity: 10_000, runs: 190, seconds: 60, starts, largest: 0.2 },
  {
    name: '10,000,000 a day',
    rate: peak(1e7),
    capacity: 10_000,
    runs: 16.4,
    seconds: 10,
    largest: 0.2,
    // Raises the quota of 300 starts per second to reveal the next bottleneck.
    starts: { bucket: 3_000, refill: 1_000 },
  },
];
