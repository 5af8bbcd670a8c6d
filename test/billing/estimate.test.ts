import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { estimateFilm, planFilm } from '../../layers/avatar/film/index.ts';
import { countSpokenCharacters } from '../../layers/aws/index.ts';
import { PRIORS } from '../../layers/billing/estimate/priors.ts';
import { quantile } from '../../layers/billing/estimate/student.ts';
import {
  createLearner,
  type Experience,
  estimateJob,
  experienceSchema,
  type LedgerRow,
  mergeExperience,
  NO_EXPERIENCE,
  type Plan,
} from '../../layers/billing/index.ts';
import { renderWork } from '../../layers/contract/index.ts';
import { readPrices } from '../../lib/costs/index.ts';

const list = readPrices();
const POOL = { concurrency: 1, framesPerSecond: 40 };
const said = { language: 'en-US', text: 'a'.repeat(600), isRecording: false, speed: 1 };
const plan: Plan = { output: 'csv', ...said, drawing: 0, frames: 0, mostByFunctions: 144_000 };
const HD = { width: 1280, height: 720, fps: 30 };
const film: Plan = { ...plan, output: 'video', drawing: renderWork(HD, 1), frames: HD.fps };

interface Example {
  seconds: number;
  dollars: number;
  took: number;
  characters?: number;
  speed?: number;
}

/** What was learned of jobs, each with the row of its execution and another one. */
function learned(
  examples: readonly Example[],
  output = 'csv',
  drawing: number | null = 0,
  at = '2026-11-21T10:00:00.000Z',
  resource: LedgerRow['charges'][number]['resource'] = 'egress',
): Experience {
  const learner = createLearner();
  for (const [index, { seconds, dollars, took, characters: length = seconds * 15, speed = 1 }] of examples.entries()) {
    const row: LedgerRow = {
      ...{ id: String(index), job: `job-${index}`, at, step: 'solve', seconds: 1 },
      ...{ estimated: false, prices: { region: list.region, version: list.version } },
      charges: [{ resource, quantity: 1, unit_price: 0, amount: Math.round(dollars * 5e11) }],
    };
    const result = {
      seconds,
      took,
      characters: length,
      speed,
      engine: 'embedded',
      ...(drawing !== null && { drawing }),
    };
    learner.add(row);
    learner.add({ ...row, id: `${index}#execution`, step: 'execution', output, language: 'en-US', result });
  }
  return learner.experience();
}

/** Noise of about a tenth, the same in each run. */
const noise = (index: number): number => 1 + 0.1 * Math.sin(index * 12.9898);

describe('an estimate', () => {
  it('learns nothing from a job that ran over midnight, of whose cost a day has only a part', () => {
    const example = { seconds: 60, dollars: 0.03, took: 50 };
    expect(learned([example], 'video', 1000, '2026-11-21T23:59:09.000Z').kinds).toHaveProperty('video/text');
    expect(learned([example], 'video', 1000, '2026-11-21T23:59:11.000Z')).toEqual(NO_EXPERIENCE);
  });

  it('without experience is the prior with wide bounds', () => {
    const { cost, took, speech, jobs } = estimateJob(plan, NO_EXPERIENCE);
    expect(jobs).toBe(0);
    expect(speech.expected).toBeCloseTo(40.3, 1);
    for (const { expected, low, high } of [cost, took, speech]) {
      expect(low).toBeLessThan(expected / 1.5);
      expect(high).toBeGreaterThan(expected * 1.5);
    }
  });

  it('comes to what jobs cost, and its bounds close in', () => {
    const examples = Array.from({ length: 60 }, (_, index) => {
      const seconds = 5 + (index % 12) * 5;
      return {
        seconds,
        dollars: (0.001 + 0.00002 * seconds) * noise(index),
        took: (1 + 0.5 * seconds) * noise(index + 7),
      };
    });
    const { cost, took, jobs } = estimateJob(plan, learned(examples));
    expect(jobs).toBe(60);
    expect(cost.expected).toBeCloseTo(0.0018, 4);
    expect(took.expected).toBeCloseTo(21, -1);
    expect(cost.high / cost.expected).toBeLessThan(1.35);
    expect(cost.expected).toBeGreaterThan(cost.low);
  });

  it('holds nine of ten jobs that it has not seen within its bounds', () => {
    const jobs = Array.from({ length: 400 }, (_, index) => {
      const seconds = 2 + ((index * 37) % 100);
      return { seconds, dollars: (0.001 + 0.00005 * seconds) * noise(index * 3.7), took: 1 + seconds };
    });
    const experience = learned(jobs.slice(0, 200));
    const held = jobs.slice(200).filter(({ seconds, dollars }) => {
      const { cost } = estimateJob({ ...plan, text: 'a'.repeat(seconds * 15) }, experience);
      return dollars >= cost.low && dollars <= cost.high;
    });
    expect(held.length).toBeGreaterThan(175);
  });

  it('of a film grows with its size and frames as the plan of the film does', () => {
    const [base] = PRIORS['video/text'].cost;
    const usual = estimateJob(film, NO_EXPERIENCE).cost.expected - base;
    const sizes = fc.record({
      width: fc.integer({ min: 128, max: 1920 }),
      height: fc.integer({ min: 128, max: 1080 }),
      fps: fc.integer({ min: 24, max: 60 }),
    });
    fc.assert(
      fc.property(sizes, (size) => {
        const { by, segments } = planFilm(1, size, { functions: POOL, tasks: POOL, taskAfter: 3600 });
        const planned = estimateFilm(segments, size, { ...POOL, starting: 0 }).work * size.fps;
        const { expected } = estimateJob(
          { ...film, drawing: renderWork(size, 1), frames: size.fps },
          NO_EXPERIENCE,
        ).cost;
        expect(by).toBe('functions');
        expect((expected - base) / usual).toBeCloseTo(planned / (HD.fps / POOL.framesPerSecond), 9);
      }),
    );
  });

  describe('of a film of another size than those that were learned from', () => {
    const sizeOf = (width: number, height: number) => ({
      drawing: renderWork({ width, height, fps: 30 }, 1),
      frames: 30,
    });
    /** What a film costs in a deployment where a frame costs far less than is thought, and its pixels more. */
    const truth = (seconds: number, { drawing }: { drawing: number }) => {
      const pixels = (drawing - 0.25 * 30) / 0.75 / 30;
      return 0.0004 + seconds * (0.00004 + 0.0006 * pixels);
    };
    const films = (count: number, ...sizes: [number, number][]) => {
      const learner = sizes.map(([width, height], which) => {
        const size = sizeOf(width, height);
        const examples = Array.from({ length: count }, (_, index) => {
          const seconds = 3 + ((index * 7) % 20);
          return { seconds, dollars: truth(seconds, size) * noise(index + 31 * which), took: seconds };
        });
        return learned(examples, 'video', size.drawing);
      });
      return mergeExperience(learner);
    };
    const ask = (width: number, height: number, known: Experience) =>
      estimateJob({ ...film, text: 'a'.repeat(150), ...sizeOf(width, height) }, known).cost;
    const others: [number, number][] = [
      [128, 128],
      [320, 240],
      [1920, 1080],
      [3840, 2160],
    ];

    it.each(others)(
      '%i × %i the bounds hold the truth, and are wider than those of the sizes that are known',
      (width, height) => {
        const known = films(200, [1280, 720]);
        const [other, same] = [ask(width, height, known), ask(1280, 720, known)];
        const cost = truth(10.3, sizeOf(width, height));
        expect(cost).toBeGreaterThan(other.low);
        expect(cost).toBeLessThan(other.high);
        expect(same.high / same.low).toBeLessThan(2.2);
        if (width < 1280) expect(other.high / other.low).toBeGreaterThan(2 * (same.high / same.low));
      },
    );

    it.each(others)('%i × %i comes to what it costs where films of two sizes are known', (width, height) => {
      const { expected } = ask(width, height, films(200, [1280, 720], [640, 360]));
      expect(expected / truth(10.3, sizeOf(width, height))).toBeGreaterThan(0.7);
      expect(expected / truth(10.3, sizeOf(width, height))).toBeLessThan(1.5);
    });
  });

  it('believes jobs that all take several times what the prior expects, also when they differ', () => {
    const slow = (times: readonly number[]) =>
      estimateJob(plan, learned(times.map((took) => ({ seconds: 40, dollars: 0.0017, took })))).took;
    for (const times of [
      [12.4, 14, 14.5],
      [12.4, 14, 14.5, 7.4],
      [7.8, 16, 25.7, 21, 19, 14],
    ]) {
      const { expected, low, high } = slow(times);
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
      expect(expected / mean, `${times}`).toBeGreaterThan(0.7);
      expect(expected / mean, `${times}`).toBeLessThan(1.3);
      expect(high / low, `${times}`).toBeLessThan(20);
    }
  });

  it('of a film that tasks draw is made of such films alone, and theirs spoil no other', () => {
    const examples = Array.from({ length: 30 }, (_, index) => ({ seconds: 30 + index, dollars: 0.001, took: 9 }));
    const byTasks = learned(examples, 'video', film.drawing, undefined, 'fargate.vcpu.arm64');
    expect(Object.keys(byTasks.kinds)).toEqual(['video/text/tasks']);
    const long = { ...film, mostByFunctions: 40 * film.drawing };
    expect(estimateJob(long, byTasks)).toMatchObject({ jobs: 30, cost: { expected: expect.closeTo(0.001, 3) } });
    expect(estimateJob(film, byTasks)).toEqual(estimateJob(film, { ...byTasks, kinds: {} }));
    const [cheap, dear] = [long, film].map(
      (one) => estimateJob({ ...one, text: 'a'.repeat(9000) }, NO_EXPERIENCE).cost,
    );
    expect(cheap?.expected).toBeLessThan((dear?.expected ?? 0) / 2);
    // Who draws follows from the length that is expected.
    expect(estimateJob({ ...long, text: 'a'.repeat(500) }, byTasks).jobs).toBe(0);
  });

  it('learns the pace of speech alone from a job whose row does not say what was drawn', () => {
    const { kinds, paces } = learned([{ seconds: 60, dollars: 0.03, took: 50 }], 'video', null);
    expect([Object.keys(kinds), Object.keys(paces)]).toEqual([[], ['en-US']]);
  });

  it('of a film comes to what such films cost', () => {
    const examples = Array.from({ length: 20 }, (_, index) => ({
      seconds: 10 + index,
      dollars: (10 + index) * 0.003,
      took: 9,
    }));
    const known = estimateJob({ ...film, text: 'a'.repeat(300) }, learned(examples, 'video', film.drawing));
    expect(known.cost.expected).toBeCloseTo(0.06, 2);
  });

  it('reckons with the speed of speech, which a recording does not obey', () => {
    const usual = estimateJob(plan, NO_EXPERIENCE).speech.expected;
    expect(estimateJob({ ...plan, speed: 2 }, NO_EXPERIENCE).speech.expected).toBeCloseTo(usual / 2, 6);
    expect(estimateJob({ ...plan, speed: 2, isRecording: true }, NO_EXPERIENCE).speech.expected).toBeCloseTo(usual, 6);
    const examples = Array.from({ length: 30 }, () => ({
      seconds: 10,
      dollars: 1,
      took: 1,
      characters: 600,
      speed: 2,
    }));
    expect(estimateJob({ ...plan, speed: 2 }, learned(examples)).speech.expected).toBeCloseTo(10, 0);
  });

  it('is finite, ordered and positive, whatever was seen', () => {
    const positive = fc.double({ min: 0, max: 1e4, noNaN: true });
    const example = fc.record({ seconds: positive, dollars: positive, took: positive, characters: fc.nat(10_000) });
    const asked = fc.record({
      text: fc.string({ minLength: 1 }),
      speed: fc.double({ min: 0.25, max: 4, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(example, { maxLength: 20 }), asked, (examples, { text, speed }) => {
        const { cost, took, speech } = estimateJob({ ...plan, text, speed }, learned(examples));
        for (const { expected, low, high } of [cost, took, speech]) {
          expect(Number.isFinite(high)).toBe(true);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(low).toBeLessThanOrEqual(expected);
          expect(expected).toBeLessThanOrEqual(high);
        }
      }),
    );
  });
});

it('what was learned on two days is what was learned of both at once', () => {
  const examples = Array.from({ length: 9 }, (_, index) => ({ seconds: index + 1, dollars: 0.01, took: index }));
  const apart = mergeExperience([learned(examples.slice(0, 4)), learned(examples.slice(4))]);
  const whole = learned(examples);
  expect(v.is(experienceSchema, apart)).toBe(true);
  expect(estimateJob(plan, apart).cost.expected).toBeCloseTo(estimateJob(plan, whole).cost.expected, 9);
  expect(estimateJob(plan, apart).jobs).toBe(9);
});

it.each([
  [4, 2.132],
  [10, 1.812],
  [1000, 1.646],
])('the quantile of %i degrees of freedom is that of the tables', (freedom, value) => {
  expect(quantile(freedom)).toBeCloseTo(value, 2);
});

it.each([
  ['Hello,  you\n there', 16],
  ['<speak>Hello <break time="1s"/> you</speak>', 9],
  ['音声', 2],
  ['', 0],
])('%j has %i characters that are said', (text, count) => {
  expect(countSpokenCharacters(text)).toBe(count);
});
