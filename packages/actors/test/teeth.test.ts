import { readBakedActor } from '@talking-avatar/avatar';
import type { Part } from '@talking-avatar/avatar/model';
import { pose } from '@talking-avatar/avatar/testing';
import { describe, expect, it } from 'vitest';
import { FACES } from './faces.ts';

const MM = 1e-3;
/** When the jaw opens, how far the lower row of teeth must drop and how far the upper lip may drop, in meters. */
const LOWER = 12 * MM;
const STILL = 3 * MM;
/** How far to search for the edge of a lip at a position across the mouth, in meters. */
const COLUMN = 1.6 * MM;
/** Maximum distance of the front teeth from the middle, in meters. */
const FRONT = 9 * MM;
/** Maximum distance of the front teeth behind the frontmost tooth, in meters. */
const ROW = 20 * MM;

describe.each(FACES)('the teeth of %s', async (id) => {
  const { parts } = await readBakedActor(id);
  const [skin, tongue, teeth] = (['skin', 'tongue', 'teeth'] as const).map(
    (substance) => parts.find((part) => part.substance === substance)!,
  ) as [Part, Part, Part];
  const drop = dropOf(teeth);
  const upper = verticesOf(teeth).filter((v) => drop(v) < LOWER);
  const front = Math.max(...upper.map((v) => teeth.positions[3 * v + 2]!));
  const foremost = upper.filter((v) => teeth.positions[3 * v + 2]! > front - ROW);
  const edgeAt = (x: number): number => lowest(teeth, foremost, x);

  it('show below the upper lip, equally for all front teeth', () => {
    const fall = dropOf(skin);
    const middle = edgeAt(0);
    const lip = verticesOf(skin).filter((v) => {
      const [x, y, z] = placeOf(skin, v);
      return Math.abs(x) < FRONT + COLUMN && Math.abs(y - middle) < 14 * MM && z > front - 6 * MM && fall(v) < STILL;
    });
    for (const x of [0, 3 * MM, 6 * MM, FRONT]) {
      const shown = lowest(skin, lip, x) - edgeAt(x);
      expect(shown, `${x * 1000} mm aside`).toBeGreaterThan(1.8 * MM);
      expect(shown, `${x * 1000} mm aside`).toBeLessThan(4.5 * MM);
    }
  });

  it('are light in front and dark at the back', () => {
    const light = (from: number, to: number): number[] =>
      verticesOf(teeth).flatMap((v) => {
        const behind = front - teeth.positions[3 * v + 2]!;
        return behind >= from && behind < to ? [teeth.occlusion[v]!] : [];
      });
    expect(Math.min(...light(0, 4 * MM))).toBeGreaterThan(0.55);
    expect(Math.max(...light(30 * MM, 60 * MM))).toBeLessThan(0.1);
  });

  it('are not covered by the tongue when it touches them in speech', () => {
    for (const weights of [
      { tongueOut: 0.46, jawOpen: 0.22 },
      { tongueOut: 0.8, jawOpen: 0.13 },
    ]) {
      const posed = pose(tongue, weights);
      const edge = edgeAt(0);
      for (let at = 0; at < posed.length; at += 3) {
        if (posed[at + 2]! > front && Math.abs(posed[at]!) < FRONT) expect(posed[at + 1]!).toBeLessThan(edge + 2.6 * MM);
      }
    }
  });
});

const verticesOf = ({ positions }: Part): number[] => Array.from({ length: positions.length / 3 }, (_, v) => v);
const placeOf = ({ positions }: Part, v: number): [number, number, number] => [
  positions[3 * v]!,
  positions[3 * v + 1]!,
  positions[3 * v + 2]!,
];

/** Returns the lowest vertex at a position across the mouth, on either side of it. */
const lowest = (part: Part, among: readonly number[], x: number): number =>
  Math.min(
    ...among.flatMap((v) => {
      const [px, y] = placeOf(part, v);
      return Math.abs(Math.abs(px) - x) < COLUMN ? [y] : [];
    }),
  );

/** Returns how far a vertex drops when the jaw opens. */
function dropOf(part: Part): (vertex: number) => number {
  const posed = pose(part, { jawOpen: 1 });
  return (v) => part.positions[3 * v + 1]! - posed[3 * v + 1]!;
}
