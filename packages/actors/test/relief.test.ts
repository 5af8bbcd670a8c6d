import type { Part } from '@talking-avatar/avatar/model';
import { describe, expect, it } from 'vitest';
import type { HeadFrame } from '../src/geometry/groom/hairline.ts';
import type { Card } from '../src/geometry/groom/strand.ts';
import type { Vector } from '../src/geometry/mesh/index.ts';
import { growStrands } from '../src/geometry/relief/children.ts';
import { LOOKS } from '../src/geometry/relief/looks.ts';
import { makeRelief, type Relief } from '../src/geometry/relief/relief.ts';
import { createSheet, drawStrands, TEXEL_FLOATS } from '../src/geometry/relief/sheet.ts';
import { POINT_FLOATS, StrandCollector, type StrandSet } from '../src/geometry/relief/strand-set.ts';
import { aimCamera, project, unproject } from '../src/geometry/relief/view.ts';

const FRAME: HeadFrame = { eyeY: 0, eyeZ: 0, size: 1, mouth: -0.068 };
const STEPS = 30;
const STEP = 0.004;

/** Creates a 12 cm guide that hangs straight down and faces either the front or the back. */
const hanging = ([x, y, z]: Vector, facing: 1 | -1 = 1): Card => ({
  points: Array.from({ length: STEPS + 1 }, (_, k): Vector => [x, y - k * STEP, z]),
  normals: Array.from({ length: STEPS + 1 }, (): Vector => [0, 0, facing]),
  gone: Array.from({ length: STEPS + 1 }, (_, k) => k * STEP),
  corner: { vertices: [0, 0, 0], weights: [1, 0, 0] },
  layer: 0.5,
  length: STEPS * STEP,
  width: 0.014,
  kind: 0,
  mirrored: false,
  twist: 0,
  tone: 1,
  root: 0.015,
  sharp: 0,
  short: false,
  raised: false,
  deep: 1,
});
const curtain = (z: number, facing: 1 | -1 = 1): Card[] =>
  Array.from({ length: 25 }, (_, i) => hanging([0.004 * (i - 12), 0.06, z], facing));
const grow = (cards: readonly Card[], density = 1.8): StrandSet => growStrands(cards, LOOKS.parted!, 1, () => density);

/** A 30 cm square of skin that faces the front. */
const wall = (z: number): Part => ({
  name: 'skin',
  substance: 'skin',
  positions: Float32Array.of(-0.15, -0.15, z, 0.15, -0.15, z, 0.15, 0.15, z, -0.15, 0.15, z),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
  uvs: new Float32Array(8),
  occlusion: new Float32Array(4).fill(1),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  joints: new Uint8Array(16),
  weights: Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
  morphs: new Map(),
  material: { tint: [1, 1, 1], roughness: 1, alpha: 'opaque', doubleSided: false },
});

const draw = (cards: readonly Card[], surfaces: readonly Part[] = []): Relief =>
  makeRelief(
    {
      strands: grow(cards),
      surfaces,
      frame: FRAME,
      color: [90, 60, 40],
      center: [0, 0, 0],
      parted: false,
      settings: { material: wall(0).material, bind: ([, y]) => [[y > 0 ? 1 : 2, 1]] },
    },
    0,
  );
const places = ({ positions }: Part): Vector[] =>
  Array.from({ length: positions.length / 3 }, (_, v) => [...positions.subarray(3 * v, 3 * v + 3)] as never);

describe('strands around guides', () => {
  it('are deterministic, finite, and near their guide', () => {
    const set = grow(curtain(0.1));
    expect(grow(curtain(0.1))).toEqual(set);
    expect(set.starts.length).toBeGreaterThan(1000);
    const far = Array.from({ length: set.points.length / POINT_FLOATS }, (_, k) => k * POINT_FLOATS).filter((at) => {
      const [x, y, z] = set.points.subarray(at, at + 3) as unknown as Vector;
      return !(Math.abs(x) < 0.048 + 0.03 && y < 0.061 && Math.abs(z - 0.1) < 0.016);
    });
    expect(far).toEqual([]);
  });

  it('are fewer where hair is less dense, and absent where there is no hair', () => {
    const countOf = (density: number): number => grow(curtain(0.1), density).starts.length - 1;
    expect(countOf(0.4)).toBeLessThan(0.6 * countOf(1.8));
    expect(countOf(0.4)).toBeGreaterThan(0.3 * countOf(1.8));
    expect(countOf(0)).toBe(0);
  });
});

describe('a sheet of strands', () => {
  it('is covered by the full width of an upright, flat, or slanted strand', () => {
    for (const [dx, dy] of [
      [0, -0.02],
      [0.02, 0],
      [0.015, -0.009],
    ] as const) {
      const collector = new StrandCollector();
      collector.begin();
      collector.add(-0.01, 0.01, 0, 0, 0, 1, 0.0003, 1);
      collector.add(-0.01 + dx, 0.01 + dy, 0, 0, 0, 1, 0.0003, 1);
      const set = collector.finish();
      const sheet = createSheet({ left: -0.02, top: 0.02, texel: 0.00025, width: 160, height: 160 });
      drawStrands(sheet, set, project(aimCamera(0, [0, 0, 0]), set.points, POINT_FLOATS), Uint8Array.of(1, 1), 1);
      let covered = 0;
      for (let i = 0; i < sheet.data.length; i += TEXEL_FLOATS) covered += sheet.data[i]!;
      expect((covered * sheet.texel ** 2) / (0.0003 * Math.hypot(dx, dy))).toBeCloseTo(1, 1);
    }
  });

  it('shows points where a camera sees them', () => {
    const camera = aimCamera(0.3, [0.01, 1.6, 0.1]);
    const [x, y, depth] = project(camera, [0.05, 1.5, -0.04], 3) as unknown as Vector;
    const back = unproject(camera, x, y, depth);
    for (const [axis, value] of [0.05, 1.5, -0.04].entries()) expect(back[axis as 0]).toBeCloseTo(value, 6);
  });
});

describe('a relief', () => {
  const drawn = draw(curtain(0.1));

  it('is deterministic, opaque within the hair, and soft at its edge', () => {
    const { core, fringe, picture } = drawn;
    const again = draw(curtain(0.1));
    expect(again.core).toEqual(core);
    expect(again.fringe).toEqual(fringe);
    expect(Buffer.from(again.picture.data).equals(Buffer.from(picture.data))).toBe(true);
    expect(core.material.alpha).toBe('opaque');
    const alphas = new Set(picture.data.filter((_, i) => i % 4 === 3));
    expect(alphas.size).toBeGreaterThan(100);
    // The core is opaque, so it is drawn as if its cells had no gaps. Therefore, they must not have any.
    expect(core.indices.length).toBeGreaterThan(0);
    for (const v of core.indices) {
      const [u, w] = [core.uvs[2 * v]! * picture.width, core.uvs[2 * v + 1]! * picture.height];
      const texel = Math.min(picture.height - 1, Math.round(w)) * picture.width + Math.round(u);
      expect(picture.data[4 * texel + 3]).toBeGreaterThan(127);
    }
  });

  it('is at the depth of the strands, faces the camera, and is bound by position', () => {
    const { core } = drawn;
    for (const [, , z] of places(core)) expect(Math.abs(z - 0.1)).toBeLessThan(0.004);
    places(core).forEach(([, y], v) => {
      if (Math.abs(y) > 0.001) expect(core.joints[4 * v]).toBe(y > 0 ? 1 : 2);
    });
    const at = places(core);
    for (let t = 0; t < core.indices.length; t += 3) {
      const [a, b, c] = [...core.indices.subarray(t, t + 3)].map((v) => at[v]!) as [Vector, Vector, Vector];
      expect((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).toBeGreaterThan(0);
    }
  });

  it('has hair that faces away on its far side, next to hair facing the camera', () => {
    const shifted = curtain(-0.06, -1).map((card) => hanging([card.points[0]![0] + 0.12, 0.06, -0.06], -1));
    const all = draw([...curtain(0.1), ...shifted]);
    const deep = [...places(all.core), ...places(all.fringe)].filter(([x, , z]) => x > 0.08 && z < -0.04);
    expect(deep.length).toBeGreaterThan(10);
  });

  it('ends on the skin behind it, without a gap below its edge when the head turns', () => {
    const { fringe } = draw(curtain(0.1), [wall(0.086)]);
    const outer = places(fringe).filter(([x, y]) => Math.abs(x) > 0.0575 && y > -0.03 && y < 0.04);
    expect(outer.length).toBeGreaterThan(4);
    for (const [, , z] of outer) expect(z).toBeLessThan(0.09);
  });

  it('stays in front of skin, and behind skin that hides it', () => {
    for (const [, , z] of places(draw(curtain(0.1), [wall(0.1005)]).core)) expect(z).toBeGreaterThan(0.1005);
    for (const [, , z] of places(draw(curtain(0.1), [wall(0.15)]).core)) expect(z).toBeLessThan(0.12);
  });
});
