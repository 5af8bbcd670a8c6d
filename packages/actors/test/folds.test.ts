import { readBakedActor } from '@talking-avatar/avatar';
import { createRenderer, type Gpu, openGpu } from '@talking-avatar/avatar/render';
import { clipOf, measureActor, placeCamera, transform, type Vector } from '@talking-avatar/avatar/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { foldDepth } from '../src/textures/folds.ts';

// Skipped without a Vulkan driver.
const gpu = await openGpu().catch(() => undefined);
afterAll(() => gpu?.close());

describe('folds', () => {
  const face = { eyes: 0.032, mouth: -0.062 };
  const deepest = (x: number, from: number, to: number): number =>
    Math.max(...Array.from({ length: 60 }, (_, k) => foldDepth(x, from + (k / 60) * (to - from), face)));

  it('cross the forehead, but leave the cheeks and the bridge of the nose smooth', () => {
    expect(deepest(0.01, 0.03, 0.06)).toBeGreaterThan(0.5);
    expect(deepest(0.045, -0.045, -0.02)).toBeLessThan(0.1);
    expect(deepest(0, -0.02, 0)).toBeLessThan(0.1);
  });

  it('run outward from the wings of the nose to above the corners of the mouth', () => {
    const place = (y: number): number =>
      Array.from({ length: 60 }, (_, k) => k / 1500).reduce((best, x) => (foldDepth(x, y, face) > foldDepth(best, y, face) ? x : best));
    expect(place(-0.042)).toBeLessThan(place(-0.05));
    expect(place(-0.05)).toBeGreaterThan(0.018);
  });

  it('are on both sides', () => {
    expect(foldDepth(0.025, -0.05, face)).toBeCloseTo(foldDepth(-0.025, -0.05, face), 1);
  });
});

describe.skipIf(!gpu)('an expression', () => {
  const SIZE = 720;
  const view = { camera: 0, width: SIZE, height: SIZE, background: { red: 104, green: 116, blue: 130 } } as const;

  /** Returns the mean difference in luma between a pixel and the pixel 3 rows above it, in an area of the face given in meters. */
  async function roughness(channels: Record<string, number>, [left, top, right, bottom]: readonly number[]) {
    const actor = await readBakedActor('elena');
    const renderer = await createRenderer(gpu as Gpu, actor, view);
    const clip = clipOf(1, Object.fromEntries(Object.entries(channels).map(([name, value]) => [name, () => value])));
    const { x, y, width, pixels } = await renderer.render(clip, 0);
    renderer.close();
    const measures = measureActor(actor);
    const { viewProjection } = placeCamera(0, measures, 1);
    const pixelOf = (aside: number, up: number): [number, number] => {
      const place: Vector = [aside, measures.eyes + up, measures.center[2]];
      const [px, py, , w] = transform(viewProjection, place);
      return [Math.round(((px / w + 1) / 2) * SIZE) - x, Math.round(((1 - py / w) / 2) * SIZE) - y];
    };
    const [from, to] = [pixelOf(left!, top!), pixelOf(right!, bottom!)];
    const luma = (px: number, py: number): number => pixels[4 * (py * width + px) + 1]!;
    let [sum, count] = [0, 0];
    for (let py = from[1]; py < to[1]; py++)
      for (let px = from[0]; px < to[0]; px++, count++) sum += Math.abs(luma(px, py) - luma(px, py - 3));
    return sum / count;
  }

  it('with raised brows wrinkles the forehead', async () => {
    const forehead = [-0.025, 0.055, 0.025, 0.035];
    const raised = { browInnerUp: 1, browOuterUpLeft: 1, browOuterUpRight: 1 };
    expect(await roughness(raised, forehead)).toBeGreaterThan(1.5 * (await roughness({}, forehead)));
  });
});
