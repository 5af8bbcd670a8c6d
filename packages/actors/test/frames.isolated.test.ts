import type { Clip } from '@talking-avatar/animation';
import { readBakedActor } from '@talking-avatar/avatar';
import {
  type CameraId,
  createRenderer,
  type FrameRegion,
  type Gpu,
  openGpu,
  paintBackdrop,
  type ViewSettings,
} from '@talking-avatar/avatar/render';
import { clipOf } from '@talking-avatar/avatar/testing';
import { afterAll, describe, expect, it } from 'vitest';

// Skipped without a Vulkan driver.
const gpu = await openGpu().catch(() => undefined);
const BACKGROUND = { red: 10, green: 200, blue: 90 };

afterAll(() => gpu?.close());

async function drawAll(clip: Clip, view: Partial<ViewSettings>, frames: readonly number[], id = 'chloe'): Promise<FrameRegion[]> {
  const whole = { camera: 0 as CameraId, width: 192, height: 192, background: BACKGROUND, ...view };
  const renderer = await createRenderer(gpu as Gpu, await readBakedActor(id), whole);
  const pictures: FrameRegion[] = [];
  for (const frame of frames) pictures.push(await renderer.render(clip, frame));
  renderer.close();
  return pictures;
}

/** Returns the red, green, and blue of a pixel in the frame. Outside the picture, this is the background. */
function pixelAt({ x, y, width, height, pixels }: FrameRegion, px: number, py: number): number[] {
  if (px < x || py < y || px >= x + width || py >= y + height) return Object.values(BACKGROUND);
  const at = ((py - y) * width + px - x) * 4;
  return [...pixels.subarray(at, at + 3)];
}

const isBackground = (pixel: readonly number[]): boolean => pixel.every((value, k) => value === Object.values(BACKGROUND)[k]);

/** Counts the pixels around the mouth in which two frames differ by more than noise. */
function changeAtMouth(a: FrameRegion, b: FrameRegion, size: number): number {
  let changed = 0;
  for (let py = Math.round(size * 0.58); py < size * 0.76; py++) {
    for (let px = Math.round(size * 0.4); px < size * 0.6; px++) {
      const [one, two] = [pixelAt(a, px, py), pixelAt(b, px, py)];
      if (one.some((value, k) => Math.abs(value - two[k]!) > 40)) changed++;
    }
  }
  return changed;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  const product = (x: readonly number[], mx: number, y: readonly number[], my: number): number =>
    x.reduce((sum, value, k) => sum + (value - mx) * (y[k]! - my), 0);
  return product(a, ma, b, mb) / Math.sqrt(product(a, ma, a, ma) * product(b, mb, b, mb));
}

describe.skipIf(!gpu)('a frame', () => {
  const still = clipOf(1, {});

  it.each([
    [0, 192, 192],
    [1, 128, 128],
    [2, 320, 180],
    [6, 180, 320],
    [7, 192, 192],
  ] as const)(
    'from camera %i at %ix%i has the actor in the middle and the background in the upper corners',
    async (camera, width, height) => {
      const [picture] = await drawAll(still, { camera, width, height }, [0]);
      for (const px of [0, width - 1]) expect(pixelAt(picture!, px, 0)).toEqual(Object.values(BACKGROUND));
      expect(isBackground(pixelAt(picture!, width / 2, Math.round(height * 0.45)))).toBe(false);
      // The body extends to the bottom edge.
      expect(isBackground(pixelAt(picture!, width / 2, height - 1))).toBe(false);
      expect(isBackground(pixelAt(picture!, width / 2, 0))).toBe(true);
    },
  );

  it('is identical to the byte in any rendering order', async () => {
    const clip = clipOf(8, { jawOpen: (k) => k / 10, headYaw: (k) => k / 50 });
    const first = await drawAll(clip, {}, [0, 3, 7]);
    const again = await drawAll(clip, {}, [7, 0, 3]);
    expect(Buffer.compare(first[0]!.pixels, again[1]!.pixels)).toBe(0);
    expect(Buffer.compare(first[1]!.pixels, again[2]!.pixels)).toBe(0);
    expect(Buffer.compare(first[2]!.pixels, again[0]!.pixels)).toBe(0);
    expect(Buffer.compare(first[0]!.pixels, first[2]!.pixels)).not.toBe(0);
  });

  it('shows the mouth opening in the same frame as the clip, and a closed mouth where the clip closes it', async () => {
    const open = (k: number): number => (k < 2 ? 0 : 0.5 * (1 - Math.cos(((k - 2) / 8) * Math.PI)) ** 1 * 0.6);
    const clip = clipOf(19, { jawOpen: open, mouthClose: (k) => (k === 18 ? open(k) : 0) });
    const frames = Array.from({ length: 19 }, (_, k) => k);
    const pictures = await drawAll(clip, {}, frames);
    const shown = pictures.map((picture) => changeAtMouth(picture, pictures[0]!, 192));
    const wanted = frames.map(open);
    const at = (lag: number): number => correlation(shown.slice(2, 16), wanted.slice(2 - lag, 16 - lag));
    expect(at(0)).toBeGreaterThan(0.9);
    expect(at(0)).toBeGreaterThan(at(2));
    expect(at(0)).toBeGreaterThan(at(-2));
    expect(shown[10]).toBeGreaterThan(60);
    expect(shown[0]).toBe(0);
  });

  it('does not use the CPU while waiting for the renderer', async () => {
    const renderer = await createRenderer(gpu as Gpu, await readBakedActor('chloe'), {
      camera: 0,
      width: 640,
      height: 640,
      background: BACKGROUND,
    });
    await renderer.render(still, 0);
    const [before, all] = [process.threadCpuUsage(), process.cpuUsage()];
    for (let k = 0; k < 15; k++) await renderer.render(still, 0);
    const [own, whole] = [process.threadCpuUsage(before), process.cpuUsage(all)];
    renderer.close();
    expect((own.user + own.system) / (whole.user + whole.system)).toBeLessThan(0.25);
  });

  it('has its backdrop around the actor in each frame', async () => {
    const backdrop = paintBackdrop('studio', 192, 192);
    const clip = clipOf(2, { headYaw: (k) => k / 4 });
    const pictures = await drawAll(clip, { backdrop }, [0, 1]);
    const plain = await drawAll(clip, {}, [0, 1]);
    for (const [k, { pixels }] of plain.entries()) {
      const { x, y, width } = plain[k]!;
      let empty = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if (!isBackground([...pixels.subarray(at, at + 3)])) continue;
        empty++;
        const wall = ((y + Math.floor(at / 4 / width)) * 192 + x + ((at / 4) % width)) * 4;
        expect(pictures[k]!.pixels.subarray(at, at + 4)).toEqual(backdrop.subarray(wall, wall + 4));
      }
      expect(empty).toBeGreaterThan(1000);
    }
  });

  it('has a still background while the actor moves', async () => {
    const clip = clipOf(30, { headYaw: (k) => 0.2 * Math.sin(k), headRoll: (k) => 0.1 * Math.cos(k) });
    const pictures = await drawAll(clip, { camera: 1 }, [0, 7, 14, 21, 29]);
    for (const picture of pictures) {
      for (let px = 0; px < 192; px += 5) expect(pixelAt(picture, px, 2)).toEqual(Object.values(BACKGROUND));
    }
  });

  it('shows eyes that turn toward the camera, even from the side', async () => {
    const centerOfIris = async (camera: CameraId, yaw: number): Promise<FrameRegion> =>
      (await drawAll(clipOf(1, { leftEyeYaw: () => yaw, rightEyeYaw: () => yaw }), { camera }, [0]))[0]!;
    const [ahead, aside] = [await centerOfIris(0, 0), await centerOfIris(0, 0.4)];
    expect(Buffer.compare(ahead.pixels, aside.pixels)).not.toBe(0);
  });
});
