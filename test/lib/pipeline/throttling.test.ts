import type { RetryShape } from 'local-aws/stepfunctions';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../bench/faults/random.ts';
import { fitsAccount, renderReservation } from '../../../lib/settings/concurrency.ts';
import { defaultsOf } from '../../../lib/settings/index.ts';
import { retriesOf } from '../fixture.ts';
import { type Scene, simulate } from './throttling.ts';

const ACCOUNTS = [10, 100, 1_000];
const CAPACITIES = [2, 5, 50];
const RENDERERS = [2, 10, 40];

/**
 * Minimum number of videos for each row, over several runs. In each run, there are twice as many concurrent videos as the capacity allows.
 */
const VIDEOS = 200;

/** The rule by which a throttled step used to be retried. */
const FEW_RETRIES: RetryShape = {
  ErrorEquals: ['Lambda.TooManyRequestsException'],
  IntervalSeconds: 1,
  BackoffRate: 2,
  MaxAttempts: 5,
  JitterStrategy: 'FULL',
};

const { dispatchConcurrency, webhookConcurrency } = { dispatchConcurrency: 2, ...defaultsOf('live') };

const rulesOf = (renderers: number) => {
  const now = retriesOf({ stage: 'test', renderers, capacity: 2, accountConcurrency: 1_000 });
  return { now, before: new Map([...now].map(([name]) => [name, [FEW_RETRIES]])) };
};

function play(settings: { accountConcurrency: number; capacity: number; renderers: number }, rules: Scene['rules']) {
  const { accountConcurrency: account, capacity, renderers } = settings;
  const reserved = renderReservation({ ...settings, dispatchConcurrency, webhookConcurrency });
  const videos = 2 * capacity;
  const results = Array.from({ length: Math.ceil(VIDEOS / videos) }, (_, seed) =>
    simulate({ account, reserved, capacity, renderers, videos, rules, random: seeded(seed) }),
  );
  const times = results.flatMap((result) => result.times).sort((a, b) => a - b);
  const total = (name: 'failed' | 'requests' | 'refused') => results.reduce((sum, result) => sum + result[name], 0);
  const at = (share: number) => times[Math.floor(share * times.length)] ?? Number.NaN;
  return {
    succeeded: times.length / (times.length + total('failed')),
    median: at(0.5),
    late: at(0.95),
    refused: total('refused') / total('requests'),
  };
}

const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 1 : 0)} %`;
const minutes = (seconds: number) => (Number.isNaN(seconds) ? '–' : (seconds / 60).toFixed(1));

describe('two-minute videos, twice as many as the capacity', () => {
  it('all succeed in any account, but with five retries only if the settings fit it', () => {
    const rows = [
      '| Account | Capacity | Renderers | Fits | Succeed before | Succeed now | Minutes, median (95 %) | API rejected |',
      '|--:|--:|--:|:--|--:|--:|--:|--:|',
    ];
    for (const renderers of RENDERERS) {
      const rules = rulesOf(renderers);
      for (const accountConcurrency of ACCOUNTS)
        for (const capacity of CAPACITIES) {
          const settings = { accountConcurrency, capacity, renderers };
          const fits = fitsAccount({ ...settings, dispatchConcurrency, webhookConcurrency });
          const [before, now] = [play(settings, rules.before), play(settings, rules.now)];
          rows.push(
            `| ${accountConcurrency} | ${capacity} | ${renderers} | ${fits ? 'yes' : 'no'} | ${percent(before.succeeded)} | ${percent(now.succeeded)} | ${minutes(now.median)} (${minutes(now.late)}) | ${percent(now.refused)} |`,
          );
          expect([settings, now.succeeded]).toEqual([settings, 1]);
          if (fits) expect([settings, before.succeeded, now.refused]).toEqual([settings, 1, 0]);
        }
    }
    console.info(rows.join('\n'));
  });

  it('fail with five retries in a small account, and with many renderers in a large one', () => {
    const { before } = rulesOf(40);
    expect(play({ accountConcurrency: 10, capacity: 2, renderers: 40 }, before).succeeded).toBeLessThan(0.5);
    expect(play({ accountConcurrency: 1_000, capacity: 50, renderers: 40 }, before).succeeded).toBeLessThan(0.9);
  });
});
