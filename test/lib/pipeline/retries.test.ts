import { planVideo } from '@talking-avatar/avatar/video';
import type { RetryShape } from 'local-aws/stepfunctions';
import { delayOf } from 'local-aws/stepfunctions';
import { beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../../../bench/faults/random.ts';
import { speedWithMemory, TASK_SPEED } from '../../../lib/pipeline/render-capacity.ts';
import { EXECUTION_TIMEOUT } from '../../../lib/pipeline/retries.ts';
import { DEFAULT_TASK_AFTER } from '../../../lib/settings/index.ts';
import { retriesOf } from '../fixture.ts';

const TIME = EXECUTION_TIMEOUT.toSeconds();

/** Numbers of concurrent renderers to test with: the minimum, a typical number, and the maximum. */
const RENDERERS = [1, 10, 40];

/** For each number of renderers, the retry rules by state in a large account. */
let retries: ReadonlyMap<number, ReadonlyMap<string, readonly RetryShape[]>>;

beforeAll(() => {
  retries = new Map(RENDERERS.map((renderers) => [renderers, retriesOf({ stage: 'test', renderers, accountConcurrency: 1_000 })]));
});

const ruleOf = (renderers: number, state: string): RetryShape => {
  const [first] = retries.get(renderers)?.get(state) ?? [];
  if (!first) throw new Error(`${state} does not have a rule`);
  return first;
};

/** Yields the delays of a state that Lambda throttles every time, in s. */
function* pausesOf(rule: RetryShape, random: () => number): Generator<number> {
  for (let attempt = 0; attempt < rule.MaxAttempts; attempt += 1) yield delayOf(rule, attempt, random);
}

/** Returns the largest number of segments that functions render for any video. */
function mostSegments(renderers: number): number {
  const video = { width: 1280, height: 720, fps: 60 };
  const functions = { concurrency: renderers, framesPerSecond: speedWithMemory(1_769) };
  const tasks = { concurrency: 1, framesPerSecond: TASK_SPEED.deployed };
  const plans = Array.from({ length: 900 }, (_, seconds) =>
    planVideo((seconds + 1) * video.fps, video, { functions, tasks, taskAfter: DEFAULT_TASK_AFTER }),
  );
  return Math.max(...plans.filter(({ by }) => by === 'functions').map(({ segments }) => segments.length));
}

describe('a step whose image Lambda has reclaimed', () => {
  it.each(['Lambda.CodeArtifactUserPendingException', 'Lambda.ResourceConflictException', 'Lambda.ResourceNotReadyException'])(
    'is retried after %s for as long as preparing the image may take',
    (error) => {
      for (const [name, rules] of retries.get(10) ?? []) {
        if (name === 'Render task') continue;
        const rule = rules.find(({ ErrorEquals }) => ErrorEquals.includes(error))!;
        const pauses = [...pausesOf(rule, seeded(0))];
        expect([name, pauses.reduce((sum, pause) => sum + pause, 0) > 900]).toEqual([name, true]);
      }
    },
  );
});

describe('a step without Lambda concurrency', () => {
  it.each(RENDERERS)('has a separate retry rule in every step, with %i renderers', (renderers) => {
    const steps = [...(retries.get(renderers)?.keys() ?? [])].filter((name) => name !== 'Render task');
    expect(steps.sort()).toEqual(['Align', 'Begin', 'Discard', 'Export', 'Import', 'Plan', 'Render', 'Solve', 'Stitch', 'Synthesize']);
    for (const name of steps)
      expect([name, ruleOf(renderers, name)]).toMatchObject([
        name,
        { ErrorEquals: ['Lambda.TooManyRequestsException'], JitterStrategy: 'FULL' },
      ]);
  });

  it.each(RENDERERS)("is retried for longer than an execution's timeout, with %i renderers", (renderers) => {
    for (const state of ['Begin', 'Render'])
      for (let seed = 0; seed < 100; seed += 1) {
        const pauses = [...pausesOf(ruleOf(renderers, state), seeded(seed))];
        expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(TIME);
      }
  });

  it.each(RENDERERS)('does not fill the history even if all %i renderers are waiting the whole time', (renderers) => {
    const rule = ruleOf(renderers, 'Render');
    const visits = mostSegments(renderers) + 10;
    // Each visit adds these events: entered, scheduled, started, succeeded, and exited, plus the start and the end of an iteration. It also
    // starts again with short delays. Each rejection adds scheduled, started, and failed.
    const work = visits * (7 + 3 * Math.ceil(Math.log2(rule.MaxDelaySeconds ?? 0)));
    for (let seed = 0; seed < 100; seed += 1) {
      const random = seeded(seed);
      let events = work;
      for (let lane = 0; lane < renderers; lane += 1) {
        let elapsed = 0;
        for (const pause of pausesOf(rule, random)) {
          if (elapsed > TIME) break;
          elapsed += pause;
          events += 3;
        }
      }
      expect(events).toBeLessThan(25_000);
    }
  });
});
