import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  estimateFilm,
  findPosterFrame,
  MOST_TASK_WORK,
  planFilm,
  planSegments,
  secondsPerFrame,
  TASK_STARTING,
} from '../../layers/avatar/film/index.ts';
import { RENDERER_SPEED, TASK_SPEED } from '../../lib/pipeline/studio.ts';
import { DEFAULT_TASK_AFTER, MAX_MAP_CONCURRENCY } from '../../lib/settings/index.ts';
import { clipOf } from './clips.ts';

const HD = { width: 1280, height: 720, fps: 30 };

describe('the plan of a film', () => {
  it('has every frame once, in order, in segments of nearly one length, none of which takes too long', () => {
    const sides = fc.integer({ min: 64, max: 1920 }).map((half) => half * 2);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 54_000 }),
        fc.record({ width: sides, height: sides, fps: fc.integer({ min: 24, max: 60 }) }),
        fc.record({ concurrency: fc.integer({ min: 1, max: 40 }), framesPerSecond: fc.integer({ min: 5, max: 60 }) }),
        (frames, film, pool) => {
          const segments = planSegments(frames, film, pool);
          expect(segments[0]?.first).toBe(0);
          expect(segments.at(-1)?.end).toBe(frames);
          const lengths = segments.map(({ first, end }) => end - first);
          for (const [k, { index, first }] of segments.entries()) {
            expect(index).toBe(k);
            if (k > 0) expect(first).toBe(segments[k - 1]!.end);
          }
          expect(Math.min(...lengths)).toBeGreaterThan(0);
          expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
          expect(Math.max(...lengths) * secondsPerFrame(film, pool)).toBeLessThan(600);
        },
      ),
    );
  });

  it('uses all renderers for a long film and one for a short one', () => {
    const pool = { concurrency: 40, framesPerSecond: 40 };
    expect(planSegments(60, HD, pool)).toHaveLength(1);
    expect(planSegments(40 * 60, HD, pool)).toHaveLength(40);
    expect(planSegments(27_000, HD, pool)).toHaveLength(40);
  });

  it('says what it takes', () => {
    const pool = { concurrency: 40, framesPerSecond: 40 };
    const minute = planSegments(1800, HD, pool);
    const { elapsed, work } = estimateFilm(minute, HD, pool);
    expect(elapsed).toBeLessThan(6);
    expect(work).toBeGreaterThan(1800 / 40);
  });
});

describe('who draws a film', () => {
  const DEPLOYED = {
    functions: { concurrency: MAX_MAP_CONCURRENCY, framesPerSecond: RENDERER_SPEED.deployed },
    tasks: { concurrency: MAX_MAP_CONCURRENCY, framesPerSecond: TASK_SPEED.deployed, starting: TASK_STARTING },
    taskAfter: DEFAULT_TASK_AFTER,
  };
  const sides = fc.integer({ min: 64, max: 1920 }).map((half) => half * 2);
  const films = fc.record({ width: sides, height: sides, fps: fc.integer({ min: 24, max: 60 }) });
  const pools = fc.record({
    concurrency: fc.integer({ min: 1, max: 40 }),
    framesPerSecond: fc.integer({ min: 5, max: 60 }),
  });
  const studios = fc.record({ functions: pools, tasks: pools, taskAfter: fc.integer({ min: 1, max: 10_000 }) });

  it('is functions for what is not much work, as before, and tasks from there on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 54_000 }), films, studios, (frames, film, studio) => {
        const { by, segments } = planFilm(frames, film, studio);
        const isMuch = frames * secondsPerFrame(film, studio.functions) > studio.taskAfter;
        expect(by).toBe(isMuch ? 'tasks' : 'functions');
        if (!isMuch) expect(segments).toEqual(planSegments(frames, film, studio.functions));
      }),
    );
  });

  it('has tasks draw every frame once, in order, in few segments of nearly one length, of ten minutes at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 54_000 }), films, studios, (frames, film, studio) => {
        // Functions that are so slow that any film is too much for them.
        const functions = { ...studio.functions, framesPerSecond: 1e-9 };
        const { by, segments } = planFilm(frames, film, { ...studio, functions });
        expect(by).toBe('tasks');
        expect(segments.map(({ index }) => index)).toEqual(segments.map((_, index) => index));
        expect(segments.map(({ first }) => first)).toEqual([0, ...segments.slice(0, -1).map(({ end }) => end)]);
        expect(segments.at(-1)?.end).toBe(frames);
        const lengths = segments.map(({ first, end }) => end - first);
        expect(Math.min(...lengths)).toBeGreaterThan(0);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
        const most = Math.max(
          1,
          Math.floor(Math.min(MOST_TASK_WORK, studio.taskAfter / 3) / secondsPerFrame(film, studio.tasks)),
        );
        expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
        // No more than it takes, but for a last round that is full.
        const { concurrency } = studio.tasks;
        const least = Math.ceil(frames / most);
        expect(segments.length).toBeLessThan(least + (least > concurrency ? concurrency : 1));
      }),
    );
  });

  it('is functions for a quarter of an hour in HD, and tasks in 4K at 60 frames a second, which draw it in a quarter of an hour where the account may run as many', () => {
    expect(planFilm(27_000, HD, DEPLOYED).by).toBe('functions');
    expect(planFilm(54_000, { width: 1920, height: 1080, fps: 60 }, DEPLOYED).by).toBe('functions');
    const film = { width: 3840, height: 2160, fps: 60 };
    const { by, segments } = planFilm(54_000, film, DEPLOYED);
    expect(by).toBe('tasks');
    expect(segments).toHaveLength(22);
    expect(estimateFilm(segments, film, DEPLOYED.tasks).elapsed).toBeLessThan(15 * 60);
  });
});

describe('the frame of the poster', () => {
  it('has open eyes and a nearly closed mouth', () => {
    const clip = clipOf(90, {
      eyeBlinkLeft: (k) => (k < 40 ? 1 : 0),
      eyeBlinkRight: (k) => (k < 40 ? 1 : 0),
      jawOpen: (k) => (k === 60 ? 0.04 : 0.5),
    });
    expect(findPosterFrame(clip)).toBe(60);
  });
});
