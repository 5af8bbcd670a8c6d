import { clipOf } from '@talking-avatar/avatar/testing';
import {
  estimateRenderTime,
  findPosterFrame,
  MAX_TASK_SECONDS,
  planSegments,
  planVideo,
  secondsPerFrame,
  TASK_START_SECONDS,
} from '@talking-avatar/avatar/video';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speedWithMemory, TASK_SPEED } from '../../../lib/pipeline/render-capacity.ts';
import { DEFAULT_TASK_AFTER, MAX_MAP_CONCURRENCY } from '../../../lib/settings/index.ts';

const HD = { width: 1280, height: 720, fps: 30 };

describe("a video's plan", () => {
  it('has shorter segments for slower formats, and rejects a ProRes file that is too large', () => {
    const pool = { concurrency: 40, framesPerSecond: 20 };
    const pools = { functions: pool, tasks: pool, taskAfter: 1e9 };
    const lengthIn = (format: 'mp4' | 'webm' | 'mov'): number =>
      planVideo(3000, { ...HD, format }, { ...pools, functions: { ...pool, concurrency: 1 } }).segments[0]!.end;
    expect(lengthIn('mov')).toBeLessThan(lengthIn('webm'));
    expect(planVideo(119 * 30, { ...HD, format: 'mov' }, pools).segments.length).toBeGreaterThan(1);
    expect(() => planVideo(121 * 30, { ...HD, format: 'mov' }, pools)).toThrow(
      'a "mov" of 1280 × 720 at 30 frames a second may be up to 120 s long, got 121 s; shorten',
    );
    expect(planVideo(121 * 30, { ...HD, format: 'webm' }, pools).segments.length).toBeGreaterThan(1);
  });

  it('has every frame once, in order, in segments of nearly equal length that render in time', () => {
    const sides = fc.integer({ min: 64, max: 1920 }).map((half) => half * 2);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 54_000 }),
        fc.record({ width: sides, height: sides, fps: fc.integer({ min: 24, max: 60 }) }),
        fc.record({ concurrency: fc.integer({ min: 1, max: 40 }), framesPerSecond: fc.integer({ min: 5, max: 60 }) }),
        (frames, video, pool) => {
          const segments = planSegments(frames, video, pool);
          expect(segments[0]?.first).toBe(0);
          expect(segments.at(-1)?.end).toBe(frames);
          const lengths = segments.map(({ first, end }) => end - first);
          for (const [k, { index, first }] of segments.entries()) {
            expect(index).toBe(k);
            if (k > 0) expect(first).toBe(segments[k - 1]!.end);
          }
          expect(Math.min(...lengths)).toBeGreaterThan(0);
          expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
          expect(Math.max(...lengths) * secondsPerFrame(video, pool)).toBeLessThan(600);
        },
      ),
    );
  });

  it('uses all renderers for a long video and one for a short video', () => {
    const pool = { concurrency: 40, framesPerSecond: 40 };
    expect(planSegments(60, HD, pool)).toHaveLength(1);
    expect(planSegments(40 * 60, HD, pool)).toHaveLength(40);
    expect(planSegments(27_000, HD, pool)).toHaveLength(40);
  });

  it('estimates elapsed time and work', () => {
    const pool = { concurrency: 40, framesPerSecond: 40 };
    const minute = planSegments(1800, HD, pool);
    const { elapsed, work } = estimateRenderTime(minute, HD, pool);
    expect(elapsed).toBeLessThan(6);
    expect(work).toBeGreaterThan(1800 / 40);
  });
});

describe("a video's renderer", () => {
  const DEPLOYED = {
    functions: { concurrency: MAX_MAP_CONCURRENCY, framesPerSecond: speedWithMemory(10_240) },
    tasks: { concurrency: MAX_MAP_CONCURRENCY, framesPerSecond: TASK_SPEED.deployed, starting: TASK_START_SECONDS },
    taskAfter: DEFAULT_TASK_AFTER,
  };
  const sides = fc.integer({ min: 64, max: 1920 }).map((half) => half * 2);
  const videos = fc.record({ width: sides, height: sides, fps: fc.integer({ min: 24, max: 60 }) });
  const pools = fc.record({
    concurrency: fc.integer({ min: 1, max: 40 }),
    framesPerSecond: fc.integer({ min: 5, max: 60 }),
  });
  const pipelines = fc.record({ functions: pools, tasks: pools, taskAfter: fc.integer({ min: 1, max: 10_000 }) });

  it('uses functions up to the threshold, and tasks above it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 54_000 }), videos, pipelines, (frames, video, pipeline) => {
        const { by, segments } = planVideo(frames, video, pipeline);
        const isHeavy = frames * secondsPerFrame(video, pipeline.functions) > pipeline.taskAfter;
        expect(by).toBe(isHeavy ? 'tasks' : 'functions');
        if (!isHeavy) expect(segments).toEqual(planSegments(frames, video, pipeline.functions));
      }),
    );
  });

  it('divides the frames among tasks in order, in a few segments of nearly equal length of up to ten minutes each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 54_000 }), videos, pipelines, (frames, video, pipeline) => {
        // With functions this slow, every video exceeds the threshold.
        const functions = { ...pipeline.functions, framesPerSecond: 1e-9 };
        const { by, segments } = planVideo(frames, video, { ...pipeline, functions });
        expect(by).toBe('tasks');
        expect(segments.map(({ index }) => index)).toEqual(segments.map((_, index) => index));
        expect(segments.map(({ first }) => first)).toEqual([0, ...segments.slice(0, -1).map(({ end }) => end)]);
        expect(segments.at(-1)?.end).toBe(frames);
        const lengths = segments.map(({ first, end }) => end - first);
        expect(Math.min(...lengths)).toBeGreaterThan(0);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
        const most = Math.max(1, Math.floor(Math.min(MAX_TASK_SECONDS, pipeline.taskAfter / 3) / secondsPerFrame(video, pipeline.tasks)));
        expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
        // There are no more segments than necessary, except to fill the last round.
        const { concurrency } = pipeline.tasks;
        const least = Math.ceil(frames / most);
        expect(segments.length).toBeLessThan(least + (least > concurrency ? concurrency : 1));
      }),
    );
  });

  it('uses functions for 15 minutes of HD, and tasks for 15 minutes of 4K at 60 frames per second, which finish within 15 minutes', () => {
    expect(planVideo(27_000, HD, DEPLOYED).by).toBe('functions');
    expect(planVideo(54_000, { width: 1920, height: 1080, fps: 60 }, DEPLOYED).by).toBe('functions');
    const video = { width: 3840, height: 2160, fps: 60 };
    const { by, segments } = planVideo(54_000, video, DEPLOYED);
    expect(by).toBe('tasks');
    expect(segments).toHaveLength(22);
    expect(estimateRenderTime(segments, video, DEPLOYED.tasks).elapsed).toBeLessThan(15 * 60);
  });
});

describe.each([1_769, 3_008, 10_240])('a function with %i MB', (memory) => {
  /** Timeout of the function, and duration of the longest speech, in s. */
  const [timeout, longest] = [900, 900];
  const tasks = { concurrency: 1, framesPerSecond: TASK_SPEED.deployed, starting: TASK_START_SECONDS };
  const sides = fc.integer({ min: 64, max: 1920 }).map((half) => half * 2);
  const videos = fc.record({ width: sides, height: sides, fps: fc.integer({ min: 24, max: 60 }) });

  it('renders a segment of any video within a quarter of its timeout, even without tasks', () => {
    const whole = fc.integer({ min: 1, max: MAX_MAP_CONCURRENCY });
    fc.assert(
      fc.property(videos, fc.integer({ min: 1, max: longest }), whole, fc.boolean(), (video, seconds, concurrency, hasTasks) => {
        const functions = { concurrency, framesPerSecond: speedWithMemory(memory) };
        const taskAfter = hasTasks ? DEFAULT_TASK_AFTER : Number.POSITIVE_INFINITY;
        const { by, segments } = planVideo(seconds * video.fps, video, { functions, tasks, taskAfter });
        for (const segment of segments) {
          const { elapsed } = estimateRenderTime([segment], video, by === 'functions' ? functions : tasks);
          expect(elapsed).toBeLessThan(by === 'functions' ? timeout / 4 : MAX_TASK_SECONDS + TASK_START_SECONDS + 1);
        }
      }),
    );
  });

  it('has more segments with less memory, until tasks take over', () => {
    const functions = { concurrency: 2, framesPerSecond: speedWithMemory(memory) };
    const plan = (video: typeof HD) => planVideo(longest * video.fps, video, { functions, tasks, taskAfter: DEFAULT_TASK_AFTER });
    const outcome = ({ by, segments }: ReturnType<typeof plan>) => `${segments.length} by ${by}`;
    expect([outcome(plan(HD)), outcome(plan({ width: 1920, height: 1080, fps: 30 }))]).toEqual(
      {
        1769: ['2 by tasks', '3 by tasks'],
        3008: ['18 by functions', '3 by tasks'],
        10240: ['6 by functions', '10 by functions'],
      }[memory],
    );
  });
});

describe('the poster frame', () => {
  it('has open eyes and a nearly closed mouth', () => {
    const clip = clipOf(90, {
      eyeBlinkLeft: (k) => (k < 40 ? 1 : 0),
      eyeBlinkRight: (k) => (k < 40 ? 1 : 0),
      jawOpen: (k) => (k === 60 ? 0.04 : 0.5),
    });
    expect(findPosterFrame(clip)).toBe(60);
  });
});
