import { readBakedActor } from '@talking-avatar/avatar';
import type { Part } from '@talking-avatar/avatar/model';
import { measureActor, pixelSize, placeCamera, simplifyActor } from '@talking-avatar/avatar/testing';
import { describe, expect, it } from 'vitest';

const hiro = await readBakedActor('hiro');

describe('an actor far away', () => {
  const far = placeCamera(2, measureActor(hiro), 16 / 9);
  const pixel = pixelSize(far, 720);

  it('has the right pixel size', () => {
    const { head } = measureActor(hiro);
    // The wide bust is almost three heads tall.
    expect(pixel * 720).toBeGreaterThan(2.5 * head);
    expect(pixel * 720).toBeLessThan(3.3 * head);
    expect(pixelSize(far, 1440)).toBeCloseTo(pixel / 2, 9);
  });

  it('is drawn with fewer triangles of the same vertices, including all that blend shapes move visibly', async () => {
    const coarse = await simplifyActor(hiro, pixel);
    const all = hiro.parts.filter((part) => coarse.has(part)).reduce((sum, { indices }) => sum + indices.length, 0);
    const fewer = [...coarse.values()].reduce((sum, indices) => sum + indices.length, 0);
    expect(fewer).toBeLessThan(0.7 * all);
    for (const [part, indices] of coarse) {
      expect(indices.length % 3).toBe(0);
      expect(Math.max(...indices)).toBeLessThan(part.positions.length / 3);
    }
    const skin = hiro.parts.find(({ substance }) => substance === 'skin')!;
    const used = new Set(coarse.get(skin));
    const { vertices, positions } = skin.morphs.get('eyeBlinkLeft')!;
    const moved = [...vertices].filter((_, k) => Math.hypot(...positions.subarray(k * 3, k * 3 + 3)) > 2 * pixel);
    const before = new Set(skin.indices);
    expect(moved.length).toBeGreaterThan(20);
    expect(moved.filter((vertex) => before.has(vertex) && !used.has(vertex))).toEqual([]);
    expect([...(await simplifyActor(hiro, pixel)).values()]).toEqual([...coarse.values()]);
  });

  it('has more triangles when closer or at higher resolution, and all of its clothes up close', async () => {
    const teeth = hiro.parts.find(({ substance }) => substance === 'teeth')!;
    const close = (height: number): number => pixelSize(placeCamera(0, measureActor(hiro), 16 / 9), height);
    const [fullHd, hd, distant] = await Promise.all([close(1080), close(720), pixel].map((p) => simplifyActor(hiro, p)));
    const [most, more, few] = [fullHd, hd, distant].map((parts) => parts!.get(teeth)!.length) as [number, number, number];
    expect(most).toBeLessThan(teeth.indices.length);
    expect(more).toBeLessThan(most);
    expect(few).toBeLessThan(more);
    const dressed = (parts: ReadonlyMap<Part, unknown>) => [...parts.keys()].some(({ substance }) => substance === 'cloth');
    expect([dressed(hd!), dressed(distant!)]).toEqual([false, true]);
  });
});
