import { estimateRenderTime, planVideo } from '@talking-avatar/avatar/video';
import type { RetryShape } from 'local-aws/stepfunctions';
import { delayOf } from 'local-aws/stepfunctions';
import { speedWithMemory, TASK_SPEED } from '../../../lib/pipeline/render-capacity.ts';
import { DEFAULT_TASK_AFTER } from '../../../lib/settings/index.ts';

/** A video that is two minutes long. */
const VIDEO = { width: 1280, height: 720, fps: 30 };
const SECONDS = 120;

/** How long the steps before and after rendering take, in s. */
const BEFORE = [
  ['Begin', 0.3],
  ['Synthesize', 3],
  ['Solve', 2],
  ['Plan', 0.5],
] as const;
const AFTER = [['Stitch', 3]] as const;

/** How often a request checks whether there is an execution left for the API, in s. */
const REQUEST_INTERVAL = 1;

export interface Scene {
  /** Concurrent executions in the account. */
  account: number;
  /** Executions that are reserved for rendering. */
  reserved: number | undefined;
  capacity: number;
  renderers: number;
  /** Number of videos that arrive at the same time. */
  videos: number;
  /** Retry rules of the state machine, by state. */
  rules: ReadonlyMap<string, readonly RetryShape[]>;
  random: () => number;
}

export interface Result {
  /** How long each successful video took from arrival to success, in s. */
  times: number[];
  failed: number;
  /** Number of API requests while videos were running, and how many of them did not get an execution. */
  requests: number;
  refused: number;
}

const THROTTLED = 'Lambda.TooManyRequestsException';

/** Calls scheduled functions in chronological order until none are left. */
class Timeline {
  now = 0;
  readonly #due: { at: number; act: () => void }[] = [];

  after(seconds: number, act: () => void): void {
    const at = this.now + seconds;
    let [low, high] = [0, this.#due.length];
    // The earliest entry comes last.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#due[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#due.splice(low, 0, { at, act });
  }

  run(): void {
    for (let next = this.#due.pop(); next; next = this.#due.pop()) {
      this.now = next.at;
      next.act();
    }
  }
}

/** Simulates videos that arrive in an account at the same time, using the real plan and the real rules of the state machine. */
export function simulate({ account, reserved = 0, capacity, renderers, videos, rules, random }: Scene): Result {
  const timeline = new Timeline();
  const functions = { concurrency: renderers, framesPerSecond: speedWithMemory(10_240) };
  const studio = { functions, tasks: { concurrency: 1, framesPerSecond: TASK_SPEED.deployed } };
  const { segments } = planVideo(SECONDS * VIDEO.fps, VIDEO, { ...studio, taskAfter: DEFAULT_TASK_AFTER });
  const work = segments.map((segment) => estimateRenderTime([segment], VIDEO, functions).work);
  const running = { render: 0, other: 0 };
  const result: Result = { times: [], failed: 0, requests: 0, refused: 0 };
  let [waiting, busy] = [videos, 0];
  const poolOf = (state: string) => (state === 'Render' && reserved > 0 ? 'render' : 'other');
  const hasRoom = (pool: keyof typeof running) => running[pool] < (pool === 'render' ? reserved : account - reserved);

  /** Runs one state of a video. If an invocation is throttled, it is retried according to the rule of the state. */
  const step = (video: { failed: boolean }, state: string, seconds: number, done: () => void, fail: () => void) => {
    const rule = rules.get(state)?.find(({ ErrorEquals }) => ErrorEquals.includes(THROTTLED));
    const pool = poolOf(state);
    const attempt = (retries: number): void => {
      if (video.failed) return;
      if (hasRoom(pool)) {
        running[pool] += 1;
        timeline.after(seconds, () => {
          running[pool] -= 1;
          if (!video.failed) done();
        });
      } else if (!rule || retries >= rule.MaxAttempts) fail();
      else timeline.after(delayOf(rule, retries, random), () => attempt(retries + 1));
    };
    attempt(0);
  };

  const start = (): void => {
    waiting -= 1;
    busy += 1;
    const video = { failed: false };
    const end = (failed: boolean) => {
      video.failed = failed;
      if (failed) result.failed += 1;
      else result.times.push(timeline.now);
      busy -= 1;
      if (waiting > 0) start();
    };
    const inTurn = (steps: readonly (readonly [string, number])[], then: () => void): void => {
      const [first, ...rest] = steps;
      if (first)
        step(
          video,
          first[0],
          first[1],
          () => inTurn(rest, then),
          () => end(true),
        );
      else then();
    };
    const render = (then: () => void) => {
      const pending = work.values();
      let left = work.length;
      const lane = (): void => {
        const { value } = pending.next();
        if (value === undefined) return;
        step(
          video,
          'Render',
          value,
          () => {
            left -= 1;
            if (left === 0) then();
            else lane();
          },
          () => end(true),
        );
      };
      for (let index = 0; index < Math.min(renderers, work.length) && !video.failed; index += 1) lane();
    };
    inTurn(BEFORE, () => render(() => inTurn(AFTER, () => end(false))));
  };

  const ask = (): void => {
    if (busy === 0) return;
    result.requests += 1;
    if (!hasRoom('other')) result.refused += 1;
    timeline.after(REQUEST_INTERVAL, ask);
  };
  for (let slot = 0; slot < capacity && waiting > 0; slot += 1) start();
  ask();
  timeline.run();
  return result;
}
