import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateFilm, findPosterFrame, planSegments, secondsPerFrame } from '../../layers/avatar/film/index.ts';
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
