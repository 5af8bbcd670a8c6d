import { type ActorModel, readBakedActor } from '@talking-avatar/avatar';
import { createRenderer, type FrameRegion, type Gpu, openGpu } from '@talking-avatar/avatar/render';
import { clipOf, measureActor, placeCamera, poseActor, transform, type Vector } from '@talking-avatar/avatar/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { FACES } from './faces.ts';

// Skipped without a Vulkan driver.
const gpu = await openGpu().catch(() => undefined);
const VIEW = { camera: 0, width: 1280, height: 720, background: { red: 104, green: 116, blue: 130 } } as const;
/** Number of frames, in which the actor looks around with open eyes. */
const FRAMES = 24;
const looking = clipOf(FRAMES, {
  leftEyeYaw: (k) => 0.14 * Math.sin(k),
  rightEyeYaw: (k) => 0.14 * Math.sin(k),
  leftEyePitch: (k) => 0.08 * Math.sin(1.7 * k),
  rightEyePitch: (k) => 0.08 * Math.sin(1.7 * k),
  eyeBlinkLeft: (k) => 0.1 + 0.1 * Math.sin(0.9 * k),
  eyeBlinkRight: (k) => 0.1 + 0.1 * Math.sin(0.9 * k),
  headYaw: (k) => 0.12 * Math.sin(0.6 * k),
  headPitch: (k) => 0.06 * Math.cos(0.7 * k),
});
/** How far from the middle of the iris to look for a light spot, in meters. The white of the eye is farther away than that. */
const IRIS = 0.0045;
/** Minimum luma of a light spot, 0..255, and its minimum ratio to the median of the iris. */
const SPOT = { luma: 190, ratio: 2 };

afterAll(() => gpu?.close());

/** True if there is a light spot on an iris. */
function hasSpot(picture: FrameRegion, [px, py]: readonly [number, number], radius: number): boolean {
  const lumas: number[] = [];
  for (let y = Math.floor(py - radius); y <= py + radius; y++)
    for (let x = Math.floor(px - radius); x <= px + radius; x++) {
      if (Math.hypot(x - px, y - py) > radius) continue;
      const at = ((y - picture.y) * picture.width + x - picture.x) * 4;
      const [red, green, blue] = picture.pixels.subarray(at, at + 3) as unknown as [number, number, number];
      lumas.push(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    }
  lumas.sort((a, b) => a - b);
  const most = lumas.at(-1)!;
  return most > SPOT.luma && most > SPOT.ratio * lumas[lumas.length >> 1]!;
}

/** Returns the positions of the irises in a frame and a search radius, both in pixels. */
function irisesOf(actor: ActorModel, frame: number): { places: [number, number][]; radius: number } {
  const camera = placeCamera(VIEW.camera, measureActor(actor), VIEW.width / VIEW.height);
  const { joints } = poseActor(actor, looking, camera, frame);
  const pixelOf = (joint: number, place: Vector): [number, number] => {
    const [wx, wy, wz] = transform(joints[joint]!, place);
    const [x, y, , w] = transform(camera.viewProjection, [wx, wy, wz]);
    return [((x / w + 1) / 2) * VIEW.width, ((1 - y / w) / 2) * VIEW.height];
  };
  const places: [number, number][] = [];
  let radius = 0;
  for (const name of ['leftEye', 'rightEye']) {
    const joint = actor.joints.findIndex((one) => one.name === name);
    const [x, y, z] = actor.joints[joint]!.position;
    places.push(pixelOf(joint, [x, y, z + 0.0135]));
    radius = Math.abs(pixelOf(joint, [x + IRIS, y, z])[0] - pixelOf(joint, [x, y, z])[0]);
  }
  return { places, radius };
}

describe.skipIf(!gpu).each(FACES)('the eyes of %s', async (id) => {
  const actor = await readBakedActor(id);

  it('mirror a light in at least 95% of the frames in which they are open', async () => {
    const renderer = await createRenderer(gpu as Gpu, actor, VIEW);
    let lit = 0;
    for (let k = 0; k < FRAMES; k++) {
      const picture = await renderer.render(looking, k);
      const { places, radius } = irisesOf(actor, k);
      if (places.some((place) => hasSpot(picture, place, radius))) lit++;
    }
    renderer.close();
    expect(lit / FRAMES).toBeGreaterThanOrEqual(0.95);
  });
});
