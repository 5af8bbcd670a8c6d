import { estimateRenderTime, planVideo } from '@talking-avatar/avatar/video';
import { type JobRecord, type JobSpecification, OUTPUT_TYPES, renderWork } from '@talking-avatar/contract';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { countSpokenCharacters } from '#aws';
import {
  billedPartyOf,
  type CostHistory,
  collectCostHistory,
  type EstimateRequest,
  estimateJob,
  expectJob,
  type LedgerRow,
} from '#billing';
import { estimatePlanOf } from '../../functions/api/estimate/plan.ts';
import { costHistorySchema, EMPTY_HISTORY, mergeCostHistory } from '../../layers/billing/estimate/cost-history.ts';
import { expectedBy, PRIORS } from '../../layers/billing/estimate/priors.ts';
import { readPrices } from '../../lib/billing/prices.ts';
import { renderersOf } from '../../lib/billing/renderers.ts';

const list = readPrices();
const renderers = renderersOf({ stage: 'live', accountConcurrency: 1_000, rendererMemory: 10_240 });
const POOL = { concurrency: 2, framesPerSecond: 40 };
const estimate = (request: EstimateRequest, history = EMPTY_HISTORY, by = renderers) => estimateJob(request, history, by);
const speech = { language: 'en-US', text: 'a'.repeat(600), isRecording: false, speed: 1, handles: 0 };
const request: EstimateRequest = {
  output: 'csv',
  ...speech,
  workPerSecond: 0,
  framesPerSecond: 0,
};
const HD = { width: 1280, height: 720, fps: 30 };
const video: EstimateRequest = {
  ...request,
  output: 'video',
  workPerSecond: renderWork(HD, 1),
  framesPerSecond: HD.fps,
};

interface Example {
  seconds: number;
  dollars: number;
  took: number;
  characters?: number;
  speed?: number;
  handles?: number;
}

/** Creates a history of jobs that have two rows each, one for a step and one for the execution. */
function historyOf(
  examples: readonly Example[],
  output = 'csv',
  workPerSecond = 0,
  at = '2026-11-21T10:00:00.000Z',
  resource: LedgerRow['charges'][number]['resource'] = 'egress',
): CostHistory {
  const history = collectCostHistory(renderers);
  for (const [index, example] of examples.entries()) {
    const { seconds, dollars, took, characters: length = seconds * 15, speed = 1, handles = 0 } = example;
    const row: LedgerRow = {
      id: String(index),
      job: `job-${index}`,
      at,
      step: 'solve',
      seconds: 1,
      estimated: false,
      prices: { region: list.region, version: list.version },
      charges: [{ resource, quantity: 1, unit_price: 0, amount: Math.round(dollars * 5e11) }],
    };
    const result = {
      seconds,
      took,
      characters: length,
      speed,
      engine: 'embedded',
      render_work: workPerSecond,
      fps: workPerSecond > 0 ? HD.fps : 0,
      handles,
    };
    history.add(row);
    history.add({ ...row, id: `${index}#execution`, step: 'execution', output, language: 'en-US', result });
  }
  return history.history();
}

/** Returns noise of up to 10%, which is the same in every run. */
const noise = (index: number): number => 1 + 0.1 * Math.sin(index * 12.9898);

const CSV = PRIORS['csv/text'];

/** Creates jobs of 5 to 60 s that cost 1.7 times as much as the prior predicts and take three times as long. */
const dearJobs = (count: number): Example[] =>
  Array.from({ length: count }, (_, index) => {
    const seconds = 5 + (index % 12) * 5;
    return {
      seconds,
      dollars: 1.7 * expectedBy(CSV.cost, seconds) * noise(index),
      took: 3 * expectedBy(CSV.took, seconds) * noise(index + 7),
    };
  });

describe('an estimate', () => {
  it('without history is the prior, with cost and length bounds within a factor of three, and time bounds within ten', () => {
    for (const output of OUTPUT_TYPES)
      for (const isRecording of [false, true]) {
        const { cost, took, speech, jobs } = estimate({ ...(output === 'video' ? video : request), output, isRecording });
        expect(jobs).toBe(0);
        for (const [{ expected, low, high }, most] of [
          [cost, 3],
          [took, 10],
          [speech, 3],
        ] as const) {
          expect(high / low).toBeLessThanOrEqual(most);
          expect(low).toBeLessThan(expected / 1.2);
          expect(high).toBeGreaterThan(expected * 1.2);
        }
      }
    const { cost, speech } = estimate(request);
    expect(cost.expected).toBeCloseTo(expectedBy(CSV.cost, speech.expected), 9);
  });

  it('is within 10% of the actual cost and time after ten jobs, for short and long jobs', () => {
    const history = historyOf(dearJobs(10));
    for (const seconds of [5, 20, 40, 60]) {
      const { cost, took, jobs } = estimate({ ...request, text: 'a'.repeat(seconds * 15) }, history);
      expect(jobs).toBe(10);
      expect(Math.abs(cost.expected / (1.7 * expectedBy(CSV.cost, seconds)) - 1)).toBeLessThan(0.1);
      expect(Math.abs(took.expected / (3 * expectedBy(CSV.took, seconds)) - 1)).toBeLessThan(0.1);
    }
  });

  it('has an interval that narrows with the number of jobs, and contains most new jobs', () => {
    const jobs = dearJobs(240);
    const [few, many] = [3, 120].map((count) => estimate(request, historyOf(jobs.slice(0, count))).cost);
    expect((many?.high ?? 0) / (many?.low ?? 1)).toBeLessThan(0.5 * ((few?.high ?? 0) / (few?.low ?? 1)));
    const history = historyOf(jobs.slice(0, 120));
    const held = jobs.slice(120).filter(({ seconds, dollars }) => {
      const { cost } = estimate({ ...request, text: 'a'.repeat(seconds * 15) }, history);
      return dollars >= cost.low && dollars <= cost.high;
    });
    expect(held.length).toBeGreaterThan(100);
  });

  it('is not affected by an outlier', () => {
    const [first, ...others] = dearJobs(12) as [Example, ...Example[]];
    const usual = estimate(request, historyOf([first, ...others])).cost.expected;
    const outlier = estimate(request, historyOf([{ ...first, dollars: 1000 * first.dollars }, ...others]));
    expect(Math.abs(outlier.cost.expected / usual - 1)).toBeLessThan(0.1);
  });

  it('adapts to three jobs that all take several times as long as the prior', () => {
    const times = [12.4, 14, 14.5];
    const { expected } = estimate(request, historyOf(times.map((took) => ({ seconds: 40, dollars: 0.0017, took })))).took;
    expect(expected).toBeGreaterThan(12);
    expect(expected).toBeLessThan(15);
  });

  it.each(OUTPUT_TYPES)('exists for %s output before the first job, from text and from a recording', (output) => {
    for (const isRecording of [false, true]) {
      const { cost, took } = estimate({ ...video, output, isRecording }, EMPTY_HISTORY);
      expect(Math.min(cost.expected, took.expected)).toBeGreaterThan(0);
    }
  });

  it('for a video is what the ledger charges for its plan, at any size', () => {
    const sizes = fc.record({
      width: fc.integer({ min: 128, max: 1920 }),
      height: fc.integer({ min: 128, max: 1080 }),
      fps: fc.integer({ min: 24, max: 60 }),
      seconds: fc.integer({ min: 1, max: 300 }),
    });
    const { 'lambda.compute.arm64': compute, 'lambda.requests': requests, 'lambda.storage': storage } = list.prices;
    fc.assert(
      fc.property(sizes, ({ seconds, ...size }) => {
        const { by, segments } = planVideo(seconds * size.fps, size, { functions: POOL, tasks: POOL, taskAfter: 3600 });
        const { work, elapsed } = estimateRenderTime(segments, size, POOL);
        const gigabytes = 10_240 / 1_024;
        const dollars = work * (gigabytes * Number(compute) + 1.5 * Number(storage)) + segments.length * Number(requests);
        const facts = { output: 'video', isRecording: false, seconds, framesPerSecond: size.fps, workPerSecond: renderWork(size, 1) };
        const { cost, took, rendering } = expectJob(facts, renderers);
        expect(by).toBe('functions');
        expect(rendering?.segments).toBe(segments.length);
        expect(cost - expectedBy(PRIORS['video/text'].cost, seconds)).toBeCloseTo(dollars, 8);
        expect(took - expectedBy(PRIORS['video/text'].took, seconds)).toBeCloseTo(elapsed, 8);
      }),
    );
  });

  it('for a video depends on the configuration: it takes less time with more memory, and costs more with more renderers', () => {
    const minute = { ...video, text: 'a'.repeat(900) };
    const of = (settings: object) =>
      estimate(minute, EMPTY_HISTORY, renderersOf({ stage: 'live', accountConcurrency: 1_000, ...settings }));
    const [small, large, many] = [of({}), of({ rendererMemory: 10_240 }), of({ rendererMemory: 10_240, renderers: 40 })];
    expect(large.took.expected).toBeLessThan(small.took.expected / 2);
    expect(many.took.expected).toBeLessThan(large.took.expected);
    expect(many.cost.expected).toBeGreaterThan(large.cost.expected * 2);
    const longer = of({ rendererMemory: 10_240, renderers: 40, segmentSeconds: 10 });
    expect(longer.cost.expected).toBeLessThan(many.cost.expected * 0.6);
    expect(longer.took.expected).toBeGreaterThan(many.took.expected);
  });

  it('for a video that tasks render is based only on similar videos, which do not affect other estimates', () => {
    const examples = Array.from({ length: 30 }, (_, index) => ({ seconds: 30 + index, dollars: 0.03, took: 90 }));
    const byTasks = historyOf(examples, 'video', video.workPerSecond, undefined, 'fargate.vcpu.arm64');
    expect(Object.keys(byTasks.kinds)).toEqual(['video/text/tasks']);
    const few = renderersOf({ stage: 'live', accountConcurrency: 1_000, rendererMemory: 10_240, taskAfter: 25 });
    const known = estimate(video, byTasks, few);
    expect(known.jobs).toBe(30);
    expect(known.cost.expected).toBeGreaterThan(0.02);
    expect(estimate(video, byTasks)).toEqual(estimate(video, { ...byTasks, kinds: {} }));
    const [cheap, dear] = [600, 3_600]
      .map((taskAfter) => renderersOf({ stage: 'live', taskAfter }))
      .map((by) => estimate({ ...video, text: 'a'.repeat(9000) }, EMPTY_HISTORY, by).cost);
    expect(cheap?.expected).toBeLessThan(dear?.expected ?? 0);
    // Whether tasks render the video depends on its expected length.
    expect(estimate({ ...video, text: 'a'.repeat(300) }, byTasks, few).jobs).toBe(0);
  });

  it('depends on the speech rate, except for a recording', () => {
    const usual = estimate(request, EMPTY_HISTORY).speech.expected;
    expect(estimate({ ...request, speed: 2 }, EMPTY_HISTORY).speech.expected).toBeCloseTo(usual / 2, 6);
    const recording = { ...request, speed: 2, isRecording: true };
    expect(estimate(recording, EMPTY_HISTORY).speech.expected).toBeCloseTo(usual, 6);
    const examples = Array.from({ length: 30 }, () => ({
      seconds: 10,
      dollars: 1,
      took: 1,
      characters: 600,
      speed: 2,
    }));
    expect(estimate({ ...request, speed: 2 }, historyOf(examples)).speech.expected).toBeCloseTo(10, 0);
  });

  it('is finite, ordered, and positive for any history', () => {
    const positive = fc.double({ min: 0, max: 1e4, noNaN: true });
    const example = fc.record({ seconds: positive, dollars: positive, took: positive, characters: fc.nat(10_000) });
    const asked = fc.record({
      text: fc.string({ minLength: 1 }),
      speed: fc.double({ min: 0.25, max: 4, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(example, { maxLength: 20 }), asked, (examples, { text, speed }) => {
        const history = historyOf(examples);
        expect(v.is(costHistorySchema, history)).toBe(true);
        const { cost, took, speech } = estimate({ ...request, text, speed }, history);
        for (const { expected, low, high } of [cost, took, speech]) {
          expect(Number.isFinite(high)).toBe(true);
          expect(low).toBeGreaterThan(0);
          expect(low).toBeLessThanOrEqual(expected);
          expect(expected).toBeLessThanOrEqual(high);
        }
      }),
    );
  });
});

describe('handles', () => {
  const job: JobSpecification = {
    target_rig: 'metahuman',
    text: speech.text,
    language: 'en-US',
    camera: 1,
    web_hooks: {},
    emotion: { expression: 'neutral', level: 1 },
    output: { type: 'csv', width: 1280, height: 720 },
  };
  const secondsOf = (output: object, hasAudio = false, history = EMPTY_HISTORY) =>
    estimate(estimatePlanOf({ ...job, output: { ...job.output, ...output } }, hasAudio), history).speech;

  it('lengthen synthesized speech on both sides at any pace, but not a recording', () => {
    const none = secondsOf({ handles: 0 });
    for (const [output, silence] of [
      [{}, 0.6],
      [{ handles: 2 }, 4],
      [{ type: 'video' }, 0],
    ] as const) {
      const { expected, low, high } = secondsOf(output);
      expect(expected).toBeCloseTo(none.expected + silence, 9);
      expect([low - none.low, high - none.high]).toEqual([expect.closeTo(silence, 9), expect.closeTo(silence, 9)]);
      expect(secondsOf(output, true)).toEqual(none);
    }
  });

  it('do not affect the pace in the history', () => {
    const example = { seconds: 2, dollars: 0.001, took: 3, characters: 30 };
    const { paces } = historyOf([example]);
    expect(historyOf([{ ...example, seconds: 6, handles: 2 }]).paces).toEqual(paces);
    const fast = { ...example, speed: 2, seconds: 5, handles: 2 };
    expect(historyOf([fast]).paces).toEqual(paces);
    expect(historyOf([{ ...example, seconds: 6 }]).paces).not.toEqual(paces);
  });

  it("are in a successful job's attributes for the history", () => {
    const record = {
      id: 'a',
      account: 'b',
      status: 'succeeded',
      specification: job,
      started_at: '2026-11-21T10:00:00.000Z',
      finished_at: '2026-11-21T10:00:03.000Z',
      speech: { engine: 'embedded', voice: 'x', duration: 2.6, warnings: [] },
    } as unknown as JobRecord;
    expect(billedPartyOf(record).result).toMatchObject({ seconds: 2.6, handles: 0.3 });
  });
});

describe('the cost history', () => {
  it('leaves out a job that ran past midnight, because a day includes only part of its cost', () => {
    const example = { seconds: 60, dollars: 0.03, took: 50 };
    expect(historyOf([example], 'video', 1000, '2026-11-21T23:59:09.000Z').kinds).toHaveProperty('video/text');
    expect(historyOf([example], 'video', 1000, '2026-11-21T23:59:11.000Z')).toEqual(EMPTY_HISTORY);
  });

  it('adds up two days', () => {
    const examples = Array.from({ length: 9 }, (_, index) => ({ seconds: index + 1, dollars: 0.01, took: index }));
    const days = [historyOf(examples.slice(0, 4)), historyOf(examples.slice(4))];
    expect(mergeCostHistory(days)).toEqual(historyOf(examples));
  });
});

it.each([
  ['Hello,  you\n there', 16],
  ['<speak>Hello <break time="1s"/> you</speak>', 9],
  ['音声', 2],
  ['', 0],
])('%j has %i spoken characters', (text, count) => {
  expect(countSpokenCharacters(text)).toBe(count);
});
