import { describe, expect, it } from 'vitest';
import { lightCards } from '../src/geometry/groom/hair-light.ts';
import { formLocks } from '../src/geometry/groom/locks.ts';
import { straightenCard } from '../src/geometry/groom/straighten.ts';
import type { Card } from '../src/geometry/groom/strand.ts';
import type { Locks } from '../src/geometry/groom/style.ts';
import type { Vector } from '../src/geometry/mesh/index.ts';

const STEPS = 40;
const STEP = 0.005;
/** Creates a card that faces forward and hangs straight down from a point. */
const hanging = ([x, y, z]: Vector, own: Partial<Card> = {}): Card => ({
  points: Array.from({ length: STEPS + 1 }, (_, k): Vector => [x, y - k * STEP, z]),
  normals: Array.from({ length: STEPS + 1 }, (): Vector => [0, 0, 1]),
  gone: Array.from({ length: STEPS + 1 }, (_, k) => k * STEP),
  corner: { vertices: [0, 0, 0], weights: [1, 0, 0] },
  layer: 0.5,
  length: STEPS * STEP,
  width: 0.01,
  kind: 0,
  mirrored: false,
  twist: 0,
  tone: 1,
  root: 0.015,
  raised: false,
  sharp: 0,
  short: false,
  deep: 1,
  ...own,
});
const LOCKS: Locks = { size: 0.02, pull: 0.6, from: 0.2, round: 0.5, uneven: 0, wave: { size: 0, length: 1 } };
/** A row of cards that are 4 mm apart. */
const row = Array.from({ length: 21 }, (_, i) => hanging([0.004 * (i - 10), 0, 0]));
const tipsOf = (cards: readonly Card[]): number[] => cards.map(({ points }) => points.at(-1)![0]);
const distinct = (values: readonly number[]): number => new Set(values.map((value) => value.toFixed(5))).size;

describe('locks of hair', () => {
  it('join strands toward their tips without moving the roots', () => {
    const joined = formLocks(row, { locks: { ...LOCKS, pull: 1 } }, 1);
    expect(joined.map(({ points }) => points[0])).toEqual(row.map(({ points }) => points[0]));
    expect(distinct(tipsOf(row))).toBe(21);
    // This is 80 mm of hair, with locks that are more than 20 mm apart.
    expect(distinct(tipsOf(joined))).toBeGreaterThanOrEqual(3);
    expect(distinct(tipsOf(joined))).toBeLessThanOrEqual(4);
  });

  it('wave as much as the style specifies', () => {
    const size = 0.004;
    const waved = formLocks(row, { locks: { ...LOCKS, pull: 0, wave: { size, length: 0.05 } } }, 1);
    const aside = waved.flatMap(({ points }, i) => points.map(([x]) => Math.abs(x - row[i]!.points[0]![0])));
    expect(Math.max(...aside)).toBeGreaterThan(0.95 * size);
    expect(Math.max(...aside)).toBeLessThanOrEqual(size * 1.0001);
  });

  it('differ in length, but not within a lock', () => {
    const uneven = formLocks(row, { locks: { ...LOCKS, uneven: 0.3 } }, 1);
    const lengths = uneven.map(({ length }) => length);
    expect(distinct(lengths)).toBeGreaterThan(1);
    expect(distinct(lengths)).toBeLessThanOrEqual(4);
    for (const { length, gone, points } of uneven) {
      expect(length).toBeGreaterThan(0.7 * STEPS * STEP - STEP);
      expect(gone.at(-1)).toBe(length);
      expect(points).toHaveLength(gone.length);
    }
  });

  it('are lit as if they were round, so that cards to the right of the middle face right', () => {
    const [facing] = formLocks([hanging([0, 0, 0]), hanging([0.008, 0, 0])], { locks: LOCKS }, 1).slice(1);
    expect(facing!.normals.at(-1)![0]).toBeGreaterThan(0.1);
  });

  it('accept strands with fewer points than the rest of the lock', () => {
    const short = { ...hanging([0.002, 0, 0]), length: STEP };
    const two = { ...short, points: short.points.slice(0, 2), normals: short.normals.slice(0, 2), gone: [0, STEP] };
    expect(formLocks([...row, two], { locks: LOCKS }, 1).at(-1)!.points).toHaveLength(2);
  });
});

describe('the light on hair', () => {
  const near = (z: number, tone: number): Card => hanging([0.001 * z, 0, -z], { tone });

  it('is similar on overlapping cards with different roots', () => {
    const [one, other] = lightCards([near(0, 1), near(0.0001, 0.7)]).map((values) => values[20]!) as [number, number];
    expect(Math.abs(one - other)).toBeLessThan(0.02);
    expect(one).toBeCloseTo(0.85, 1);
  });

  it('is darker for deeper cards', () => {
    const layers = [0, 0.002, 0.004, 0.008].map((depth) => near(depth, 1));
    const light = lightCards([near(0, 1), ...layers])
      .map((values) => values[20]!)
      .slice(1);
    expect(light[0]).toBeCloseTo(1, 2);
    for (const k of [1, 2, 3]) expect(light[k]).toBeLessThan(light[k - 1]!);
    expect(light[3]).toBeCloseTo(0.5, 2);
  });
});

it('straightening a strand preserves its ends and the points where its texture changes', () => {
  const { gone } = straightenCard(hanging([0, 0, 0]), 14, 1);
  expect(gone[0]).toBe(0);
  expect(gone.at(-1)).toBe(STEPS * STEP);
  expect(gone.some((value) => value >= 0.015 && value < 0.015 + STEP)).toBe(true);
  // The longest segment is 45 mm long.
  expect(gone.length).toBeLessThan(10);
});
