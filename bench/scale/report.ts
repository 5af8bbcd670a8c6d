import type { Outcome } from './simulation.ts';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Rows of the table. Each outcome is a column. */
const ROWS: readonly (readonly [name: string, value: (outcome: Outcome) => string])[] = [
  ['Load', ({ load }) => load.name],
  ['Jobs a second (five times the mean)', ({ load }) => load.rate.toFixed(1)],
  ['Capacity', ({ load }) => String(load.capacity)],
  ['Started a second', ({ startedPerSecond }) => startedPerSecond.toFixed(1)],
  ['Acceptance to start, p50', ({ latency }) => `${latency.p50.toFixed(2)} s`],
  ['Acceptance to start, p99', ({ latency }) => `${latency.p99.toFixed(2)} s`],
  ['Jobs that waited for capacity', ({ parked }) => String(parked)],
  ['Most leases', ({ mostLeases }) => String(mostLeases)],
  ['Hottest key, writes', ({ hottest: { write } }) => `${shorten(write.name)}: ${percent(write.share)}`],
  ['Hottest key, reads', ({ hottest: { read } }) => `${shorten(read.name)}: ${percent(read.share)}`],
  ['Throttled', ({ throttled }) => String(throttled)],
  ['Transactions that met', ({ conflicts }) => String(conflicts)],
  ['Failed invocations', ({ errors }) => String(errors)],
  ['Budget enforced within', ({ enforcement }) => `${enforcement.toFixed(1)} s`],
  ['Sums less the ledger', ({ difference }) => `${difference} p$`],
  ['First key to be full', (outcome) => describeWall(outcome)],
];

const shorten = (name: string): string => name.replace(/[0-9a-f]{8}-[0-9a-f]{8}-\d+/, 'JOB');

/** Describes the load at which the hottest key would reach its limit, assuming that its usage grows in proportion. */
function describeWall({ load, hottest: { write, read } }: Outcome): string {
  const hotter = write.share >= read.share ? write : read;
  const rate = load.rate / hotter.share;
  return `${shorten(hotter.name)} at ${Math.round(rate)} jobs a second`;
}

/** Formats the table as Markdown. */
export function describeOutcomes(outcomes: readonly Outcome[]): string[] {
  return ROWS.flatMap(([name, value], index) => {
    const line = `| ${[name, ...outcomes.map(value)].join(' | ')} |`;
    return index === 0 ? [line, `|${' --- |'.repeat(outcomes.length + 1)}`] : [line];
  });
}
