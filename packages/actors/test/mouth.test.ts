import type { Clip } from '@talking-avatar/animation';
import { type ActorModel, readBakedActor } from '@talking-avatar/avatar';
import { createRenderer, type FrameRegion, type Gpu, openGpu } from '@talking-avatar/avatar/render';
import { clipOf, measureActor, placeCamera, transform, type Vector } from '@talking-avatar/avatar/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { FACES } from './faces.ts';

// Skipped without a Vulkan driver.
const gpu = await openGpu().catch(() => undefined);
const SIZE = 720;

afterAll(() => gpu?.close());

/** Mouth shapes for vowels in ordinary speech, on both sides of the lips, with the jaw opened to match. */
const vowel = (jawOpen: number, middle: Record<string, number>, sides: Record<string, number>) => ({
  jawOpen,
  ...middle,
  ...Object.fromEntries(
    Object.entries(sides).flatMap(([shape, weight]) => [
      [`${shape}Left`, weight],
      [`${shape}Right`, weight],
    ]),
  ),
});
const VOWELS: Readonly<Record<string, Record<string, number>>> = {
  a: vowel(0.45, {}, { mouthLowerDown: 0.3, mouthUpperUp: 0.12 }),
  e: vowel(0.25, {}, { mouthStretch: 0.25, mouthLowerDown: 0.25, mouthUpperUp: 0.15 }),
  i: vowel(0.1, {}, { mouthStretch: 0.3, mouthSmile: 0.15, mouthLowerDown: 0.25, mouthUpperUp: 0.3 }),
  o: vowel(0.3, { mouthFunnel: 0.5, mouthPucker: 0.3 }, {}),
};
const shapes = [...new Set(Object.values(VOWELS).flatMap((weights) => Object.keys(weights)))];
const vowels = Object.values(VOWELS);
const speech = clipOf(vowels.length, Object.fromEntries(shapes.map((shape) => [shape, (k: number) => vowels[k]![shape] ?? 0])));

const VIEW = { camera: 0, width: SIZE, height: SIZE, background: { red: 104, green: 116, blue: 130 } } as const;

async function drawAll(actor: ActorModel, clip: Clip): Promise<FrameRegion[]> {
  const renderer = await createRenderer(gpu as Gpu, actor, VIEW);
  const pictures: FrameRegion[] = [];
  for (let k = 0; k < clip.frames; k++) pictures.push(await renderer.render(clip, k));
  renderer.close();
  return pictures;
}

const lumaOf = (pixels: Uint8Array, at: number): number => 0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!;

const quantile = (values: number[], share: number): number => values.sort((a, b) => a - b)[Math.floor(share * values.length)]!;

/** Finds the pixels that show teeth or gums. They change if the teeth are painted black. */
function teethOf({ pixels }: FrameRegion, blackened: FrameRegion): number[] {
  const found: number[] = [];
  for (let at = 0; at < pixels.length; at += 4) if (lumaOf(pixels, at) - lumaOf(blackened.pixels, at) > 4) found.push(at);
  return found;
}

/** Lists the pixels on both cheeks, below the eyes. */
function cheeksOf(actor: ActorModel, { x: left, y: top, width }: FrameRegion): number[] {
  const { viewProjection } = placeCamera(VIEW.camera, measureActor(actor), 1);
  const found: number[] = [];
  for (const name of ['leftEye', 'rightEye']) {
    const [x, y, z] = actor.joints.find((joint) => joint.name === name)!.position;
    const pixelOf = (place: Vector): [number, number] => {
      const [px, py, , w] = transform(viewProjection, place);
      return [Math.round(((px / w + 1) / 2) * SIZE), Math.round(((1 - py / w) / 2) * SIZE)];
    };
    const [from, to] = [pixelOf([x - 0.01, y - 0.03, z]), pixelOf([x + 0.01, y - 0.045, z])];
    for (let py = from[1]; py < to[1]; py++) for (let px = from[0]; px < to[0]; px++) found.push(((py - top) * width + px - left) * 4);
  }
  return found;
}

describe.skipIf(!gpu).each(FACES)('the mouth of %s', async (id) => {
  const actor = await readBakedActor(id);
  const parts = actor.parts.map((part) =>
    part.substance === 'teeth' ? { ...part, material: { ...part.material, tint: [0, 0, 0] as const } } : part,
  );

  it('shows teeth in vowels that are at most 1.15 times as bright as the cheeks and not black', async () => {
    const [seen, blackened] = [await drawAll(actor, speech), await drawAll({ ...actor, parts }, speech)];
    for (const [k, name] of Object.keys(VOWELS).entries()) {
      const { pixels } = seen[k]!;
      const teeth = teethOf(seen[k]!, blackened[k]!).map((at) => lumaOf(pixels, at));
      const cheeks = cheeksOf(actor, seen[k]!).map((at) => lumaOf(pixels, at));
      expect(teeth.length, name).toBeGreaterThan(60);
      // The brightest quarter is enamel, because gums are darker than that.
      const ratio = quantile(teeth, 0.75) / quantile(cheeks, 0.5);
      expect(ratio, name).toBeLessThan(1.15);
      expect(ratio, name).toBeGreaterThan(0.4);
    }
  });
});
