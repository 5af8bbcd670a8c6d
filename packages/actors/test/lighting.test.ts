import { readBakedActor } from '@talking-avatar/avatar';
import { createRenderer, type Gpu, openGpu } from '@talking-avatar/avatar/render';
import { clipOf } from '@talking-avatar/avatar/testing';
import { LIGHTINGS, type LightingName } from '@talking-avatar/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { deriveStudio } from '../src/studios/studios.ts';

// Skipped without a Vulkan driver.
const gpu = await openGpu().catch(() => undefined);
afterAll(() => gpu?.close());

/** A dim gray panorama with one bright red spot. @param spot column and row */
function panoramaWith(spot: readonly [number, number]) {
  const [width, height] = [128, 64];
  const colors = new Float32Array(width * height * 3).fill(0.5);
  for (let y = spot[1] - 1; y <= spot[1] + 1; y++)
    for (let x = spot[0] - 1; x <= spot[0] + 1; x++) colors.set([900, 300, 300], 3 * (y * width + x));
  return { width, height, colors };
}

describe('a studio', () => {
  it('has its main light where the panorama is brightest, in its color', () => {
    const { key, color } = deriveStudio(panoramaWith([96, 16]));
    expect(key.azimuth).toBeCloseTo((2 * Math.PI * (96.5 - 64)) / 128, 1);
    expect(key.elevation).toBeCloseTo(Math.PI * (0.5 - 16.5 / 64), 1);
    expect(color[0]! / color[1]!).toBeGreaterThan(2);
  });

  it('lights evenly from all sides without its main light', () => {
    const { harmonics } = deriveStudio(panoramaWith([96, 16]));
    expect(harmonics[0]! * 0.282095).toBeCloseTo(1, 1);
    for (const value of harmonics.slice(3)) expect(Math.abs(value)).toBeLessThan(0.1);
  });
});

describe.skipIf(!gpu)('an actor', () => {
  it('looks different in each lighting, with the studio as the default', async () => {
    const actor = await readBakedActor('chloe');
    const view = { camera: 0, width: 192, height: 192, background: { red: 9, green: 9, blue: 9 } } as const;
    const draw = async (lighting?: LightingName): Promise<string> => {
      const renderer = await createRenderer(gpu as Gpu, actor, { ...view, ...(lighting && { lighting }) });
      const { pixels } = await renderer.render(clipOf(1, {}), 0);
      renderer.close();
      return Buffer.from(pixels).toString('base64');
    };
    const pictures = [];
    for (const name of LIGHTINGS) pictures.push(await draw(name));
    expect(new Set(pictures).size).toBe(LIGHTINGS.length);
    expect(await draw()).toBe(pictures[0]);
    expect(await draw('stage')).toBe(pictures[3]);
  });
});
