import type { Part } from '@talking-avatar/avatar/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUTS } from '../src/geometry/groom/cuts.ts';
import { type GroomedHair, groomHair } from '../src/geometry/groom/groom.ts';
import { distanceAbove, type HeadFrame, type Line, toStyle } from '../src/geometry/groom/hairline.ts';
import type { Cut } from '../src/geometry/groom/style.ts';
import { sampleSurface } from '../src/geometry/groom/surface.ts';

const RADIUS = 0.1;
const FRAME: HeadFrame = { eyeY: 0, eyeZ: 0.085, size: 1, mouth: -0.068 };

/** A ball around the origin that stands in for the skin of a head. One shape moves all of it forward. */
function ball(): Part {
  const [columns, rows] = [48, 24];
  const positions: number[] = [];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      const [polar, around] = [(Math.PI * row) / rows, (2 * Math.PI * column) / columns];
      positions.push(RADIUS * Math.sin(polar) * Math.sin(around), RADIUS * Math.cos(polar), RADIUS * Math.sin(polar) * Math.cos(around));
    }
  const indices: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const v = row * (columns + 1) + column;
      indices.push(v, v + columns + 1, v + 1, v + 1, v + columns + 1, v + columns + 2);
    }
  const count = positions.length / 3;
  return {
    name: 'skin',
    substance: 'skin',
    positions: Float32Array.from(positions),
    normals: Float32Array.from(positions, (value) => value / RADIUS),
    uvs: new Float32Array(2 * count),
    occlusion: new Float32Array(count).fill(1),
    indices: Uint32Array.from(indices),
    joints: new Uint8Array(4 * count),
    weights: Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0)),
    morphs: new Map([
      [
        'jawOpen',
        {
          vertices: Uint32Array.from({ length: count }, (_, v) => v),
          positions: Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 0.01 : 0)),
          normals: new Float32Array(3 * count),
        },
      ],
    ]),
    material: { tint: [1, 1, 1], roughness: 1, alpha: 'opaque', doubleSided: false },
  };
}

/** Hair that hangs down from the upper half of the ball. */
const CUT: Cut = {
  growAt: ([, y]) => (y > 0.03 ? { length: 0.15, lift: 0.1, weight: 30, rise: 0.006, inside: 1 } : undefined),
  comb: ([x, , z]) => [x, -0.05, z + 0.085],
  keep: () => 20,
  hug: 0.5,
  spacing: 0.012,
  width: 0.004,
  segments: 8,
  stray: 0.05,
  kindOf: () => 0,
};

const skin = ball();
const near = sampleSurface([skin], -1);
const groomAll = (cut: Cut): GroomedHair =>
  groomHair('hair1', skin, cut, FRAME, near, {
    material: skin.material,
    bind: ([, y]) => [[y > 0 ? 1 : 2, 1]],
    density: ([, y]) => (y > 0.03 ? 1.8 : y > 0.001 ? 1 : 0),
  });
const groomBoth = (cut: Cut): Part[] => groomAll(cut).parts;
const groom = (cut: Cut): Part => groomBoth(cut)[0]!;
const placesOf = ({ positions }: Part): [number, number, number][] =>
  Array.from({ length: positions.length / 3 }, (_, v) => [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!]);

describe('groomed hair', () => {
  it('hangs down over the head without sinking into it, and stays near it', () => {
    const places = placesOf(groom(CUT));
    expect(places.length).toBeGreaterThan(2000);
    for (const [x, y, z] of places) expect(Math.hypot(x, y, z)).toBeGreaterThan(RADIUS - 0.0015);
    for (const [x, y, z] of places.filter(([, y]) => y > 0.03)) expect(Math.hypot(x, y, z)).toBeLessThan(RADIUS + 0.02);
    expect(Math.min(...places.map(([, y]) => y))).toBeLessThan(-0.04);
  });

  it("is deterministic and bound by each vertex's position", () => {
    const part = groom(CUT);
    expect(groom(CUT)).toEqual(part);
    const wrong = placesOf(part).filter(([, y], v) => Math.abs(y) > 0.005 && part.joints[4 * v] !== (y > 0 ? 1 : 2));
    expect(wrong).toEqual([]);
    expect(part.morphs.size).toBe(0);
  });

  it('has strand coordinates from 0 to 1 and roots in the shadow', () => {
    const { strands, occlusion, uvs } = groom(CUT);
    for (let v = 0; v < occlusion.length; v++) {
      expect(Math.hypot(...strands!.subarray(3 * v, 3 * v + 3))).toBeCloseTo(1, 4);
      expect(occlusion[v]).toBeLessThan(uvs[2 * v + 1] === 0 ? 0.6 : 1.001);
    }
  });

  it("has inner layers at its style's depth", () => {
    const meanOf = (part: Part): number => {
      const heights = placesOf(part).flatMap(([x, y, z]) => (y > 0.05 && y < 0.07 ? [Math.hypot(x, y, z)] : []));
      return heights.reduce((sum, height) => sum + height, 0) / heights.length;
    };
    // By half the depth, on average.
    expect(meanOf(groom({ ...CUT, depth: 0 })) - meanOf(groom({ ...CUT, depth: 0.002 }))).toBeGreaterThan(0.0005);
  });
  it('does not have single strands where it begins above the skin, because they would stick out of the outline', () => {
    const kindsOf = (sunk: number): number => {
      const growAt: Cut['growAt'] = (place, random) => {
        const growing = CUT.growAt(place, random);
        return growing && { ...growing, sunk };
      };
      return Math.max(...groom({ ...CUT, growAt, kindOf: () => 7 }).uvs.filter((_, i) => i % 2 === 0));
    };
    expect(kindsOf(0)).toBeGreaterThan(7 / 8);
    expect(kindsOf(-0.004)).toBeLessThan(6 / 8);
  });
  it('ends where it is cut', () => {
    const cut = groom({ ...CUT, cutAt: () => 0.01 });
    // One segment may reach below the cut.
    expect(Math.min(...placesOf(cut).map(([, y]) => y))).toBeGreaterThan(0.01 - 0.035);
  });

  it('does not cover skin that the cut leaves bare', () => {
    const isBare = ([x, , z]: readonly number[]): boolean => x! > 0.02 && z! > -0.06;
    expect(placesOf(groom(CUT)).some((place) => isBare([place[0], 0, place[2] - FRAME.eyeZ]))).toBe(true);
    const middles = placesOf(groom({ ...CUT, bare: isBare }));
    expect(middles.length).toBeGreaterThan(500);
    // Half the width of a card may reach across.
    expect(middles.filter(([x, , z]) => isBare([x - 0.004, 0, z - FRAME.eyeZ - 0.004]))).toEqual([]);
  });

  it('has roots below the skin where it is sunk', () => {
    const rootsOf = (part: Part): number[] =>
      placesOf(part).flatMap((place, v) => (part.uvs[2 * v + 1] === 0 ? [Math.hypot(...place)] : []));
    const above = rootsOf(groom(CUT));
    const sunk = rootsOf(
      groom({
        ...CUT,
        growAt: (place, random) => {
          const growing = CUT.growAt(place, random);
          return growing && { ...growing, sunk: 0.002 };
        },
      }),
    );
    expect(Math.min(...above) - Math.min(...sunk)).toBeCloseTo(0.002, 3);
  });

  it('tapers off over the same distance regardless of its length', () => {
    const fromTip = (length: number): number => {
      const { uvs, positions } = groom({
        ...CUT,
        segments: 40,
        growAt: ([, y]) => (y > 0.09 ? { length, lift: 0.1, weight: 30, rise: 0.006, inside: 1 } : undefined),
      });
      // The distance to the tip from the first point of a card whose row is part of the tip.
      let [at, sum, cards] = [0, 0, 0];
      const vertex = (v: number): number[] => [...positions.subarray(3 * v, 3 * v + 3)];
      const step = (v: number): number => Math.hypot(...vertex(v).map((value, k) => value - vertex(v - 2)[k]!));
      for (let v = 2; v < uvs.length / 2; v += 2) {
        if (uvs[2 * v + 1]! > 0.6) at += step(v);
        if (uvs[2 * v + 1]! > 0.999) [sum, cards, at] = [sum + at, cards + 1, 0];
      }
      return sum / cards;
    };
    expect(fromTip(0.3)).toBeGreaterThan(0.03);
    expect(fromTip(0.3) / fromTip(0.2)).toBeLessThan(1.15);
  });

  it('fades in over a shorter distance next to a parting', () => {
    const fadesOver = (sharp: number): number[] => {
      const part = groom({
        ...CUT,
        growAt: (place, random) => {
          const growing = CUT.growAt(place, random);
          return growing && { ...growing, sharp };
        },
      });
      const places = placesOf(part);
      return places.flatMap((place, v) => {
        if (part.uvs[2 * v + 1] !== 0) return [];
        // The first point of the card at which its strands are whole.
        const whole = places.findIndex((_, other) => other > v && other % 2 === v % 2 && part.uvs[2 * other + 1]! > 0.21);
        return [Math.hypot(...place.map((value, axis) => places[whole]![axis]! - value))];
      });
    };
    expect(Math.max(...fadesOver(1))).toBeLessThan(Math.min(...fadesOver(0)));
  });

  it("has points where its strands bend, within its style's number of segments", () => {
    const perCard = (cut: Cut): number => {
      const { uvs, indices } = groom(cut);
      const cards = [...uvs].filter((value, k) => k % 2 === 1 && value === 0).length / 2;
      return indices.length / 6 / cards;
    };
    expect(perCard(CUT)).toBeGreaterThan(3);
    expect(perCard({ ...CUT, segments: 3 })).toBeLessThanOrEqual(3);
    // Hair that is a tenth as long bends less on the ball.
    const short: Cut['growAt'] = ([, y]) => (y > 0.03 ? { length: 0.015, lift: 0, weight: 0, rise: 0, inside: 1 } : undefined);
    expect(perCard({ ...CUT, growAt: short })).toBeLessThan(perCard(CUT) - 1);
  });

  it('has a closed cap under it, whose edge is below the skin', () => {
    const [cards, cap] = groomBoth({ ...CUT, spacing: 0.006 }) as [Part, Part];
    const radii = placesOf(cap).map((place) => Math.hypot(...place));
    const [below, top] = [placesOf(cap).filter(([, y]) => y < 0.04), placesOf(cap).filter(([, y]) => y > 0.06 && y < 0.09)];
    expect(below.length).toBeGreaterThan(20);
    for (const place of below) expect(Math.hypot(...place)).toBeLessThan(RADIUS);
    expect(top.length).toBeGreaterThan(100);
    for (const place of top) expect(Math.hypot(...place)).toBeGreaterThan(RADIUS);
    expect(Math.max(...radii)).toBeLessThan(Math.max(...placesOf(cards).map((place) => Math.hypot(...place))));
    expect(cap.material.alpha).toBe('opaque');
    // Every side of a triangle is shared with another triangle, except at the edge.
    const sides = new Map<string, number>();
    for (let t = 0; t < cap.indices.length; t += 3)
      for (const k of [0, 1, 2]) {
        const ends = [cap.indices[t + k]!, cap.indices[t + ((k + 1) % 3)]!];
        if (ends.some((v) => radii[v]! < RADIUS)) continue;
        const places = ends.map((v) => [...cap.positions.subarray(3 * v, 3 * v + 3)].map((x) => x.toFixed(5)).join());
        if (places[0] === places[1]) continue;
        const key = places.sort().join(' ');
        sides.set(key, (sides.get(key) ?? 0) + 1);
      }
    expect(sides.size).toBeGreaterThan(500);
    expect([...sides.values()].filter((count) => count === 1)).toEqual([]);
  });

  it('does not rest on omitted skin', () => {
    const place: [number, number, number] = [0, RADIUS + 0.002, 0];
    expect(near(place)?.height).toBeCloseTo(0.002, 3);
    expect(sampleSurface([skin], -1, ([, y]) => y > 0.05)(place)).toBeUndefined();
  });

  it('begins before its roots where it closes a parting', () => {
    const rootsOf = (before: number): [number, number, number][] => {
      const closed = groom({
        ...CUT,
        growAt: ([, y]) => (y > 0.09 ? { length: 0.1, lift: 0.1, weight: 30, rise: 0.006, inside: 1, before } : undefined),
      });
      return placesOf(closed).filter((_, v) => closed.uvs[2 * v + 1] === 0);
    };
    const [at, before] = [rootsOf(0), rootsOf(0.005)];
    expect(before).toHaveLength(at.length);
    for (const [k, place] of at.entries())
      expect(Math.hypot(...place.map((value, axis) => before[k]![axis]! - value))).toBeCloseTo(0.005, 4);
  });
});

describe('a hairline', () => {
  const line: Line = [
    [0, 0.06],
    [60, 0.02],
    [180, -0.06],
  ];

  it('has hair above it but not below, with the distance in meters', () => {
    const angle = fc.double({ min: 5, max: 55, noNaN: true });
    const height = fc.double({ min: -0.05, max: 0.1, noNaN: true });
    fc.assert(
      fc.property(angle, height, (degrees, y) => {
        const around = (degrees * Math.PI) / 180;
        const distance = distanceAbove(line, [0.08 * Math.sin(around), y, 0.08 * Math.cos(around) - 0.085]);
        const onLine = 0.06 - (degrees / 60) * 0.04;
        if (Math.abs(y - onLine) > 1e-6) expect(distance > 0).toBe(y > onLine);
        expect(Math.abs(distance)).toBeLessThanOrEqual(Math.abs(y - onLine) + 1e-9);
      }),
    );
  });

  it.each(Object.entries(CUTS))('of %s leaves the eyes and mouth uncovered, but has hair elsewhere', (_, style) => {
    const grown: number[] = [];
    for (let degrees = -180; degrees <= 180; degrees += 6)
      for (let y = -0.12; y <= 0.1; y += 0.004) {
        const around = (degrees * Math.PI) / 180;
        grown.push(style.density([0.075 * Math.sin(around), y, 0.1 * Math.cos(around) - 0.085]));
      }
    expect(Math.max(...grown)).toBeGreaterThan(0.9);
    for (const x of [-0.03, 0, 0.03]) expect(style.density([x, 0, 0.01])).toBeLessThanOrEqual(0);
    for (const x of [-0.02, 0, 0.02]) expect(style.density([x, -0.068, 0.015])).toBeLessThanOrEqual(0);
  });

  it.each(['swept', 'tied', 'sidePart'] as const)('of %s thins out in front of the ears, but not above them', (name) => {
    const at = (degrees: number, y: number): number => {
      const around = (degrees * Math.PI) / 180;
      return CUTS[name].density([0.08 * Math.sin(around), y, 0.08 * Math.cos(around) - 0.085]);
    };
    const below = Array.from({ length: 10 }, (_, k) => at(50 + 1.5 * k, -0.012));
    expect(Math.max(...below)).toBeGreaterThan(0);
    expect(Math.max(...below)).toBeLessThan(0.75);
    expect(at(86, 0.045)).toBeGreaterThan(1.5);
  });

  it('is measured in style units', () => {
    expect(toStyle({ eyeY: 0.5, eyeZ: 0.1, size: 2, mouth: 0 }, [0.02, 0.7, 0.2])).toEqual([0.01, expect.closeTo(0.1, 6), 0.05]);
  });
});
