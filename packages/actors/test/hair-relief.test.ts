import { NodeIO } from '@gltf-transform/core';
import { type ActorModel, readBakedActor, writeFbx, writeGlb } from '@talking-avatar/avatar';
import { createRenderer, openGpu } from '@talking-avatar/avatar/render';
import { type CameraId, clipOf, dressHair, makeClip, measureActor, placeCamera } from '@talking-avatar/avatar/testing';
import { ACTORS } from '@talking-avatar/contract';
import { afterAll, describe, expect, it } from 'vitest';

const [kavya, hiro] = await Promise.all([readBakedActor('kavya'), readBakedActor('hiro')]);
const gpu = await openGpu().catch(() => undefined);
afterAll(() => gpu?.close());

const dressFor = (actor: ActorModel, camera: CameraId) => dressHair(actor, placeCamera(camera, measureActor(actor), 1));
const namesOf = ({ parts }: Pick<ActorModel, 'parts'>): string[] => parts.map(({ name }) => name);

describe('hair as a relief', () => {
  it.each(ACTORS.map(({ id }) => id))('of %s exists for each camera and takes less than 3 MB', async (id) => {
    const { relief, parts } = await readBakedActor(id);
    expect(relief!.views.map(({ azimuth }) => Math.sign(azimuth))).toEqual([0, 1, -1]);
    expect(relief!.views.reduce((sum, { texture }) => sum + texture.bytes.length, 0)).toBeLessThan(3e6);
    expect(parts.some(({ name }) => relief!.replaces.includes(name))).toBe(true);
  });

  it("replaces cards and fine hair when seen from the camera's side", () => {
    const { actor, casters } = dressFor(kavya, 0);
    for (const name of kavya.relief!.replaces) expect(namesOf(actor)).not.toContain(name);
    expect(namesOf(actor)).toEqual(expect.arrayContaining(['skin', 'brows', 'core', 'fringe']));
    // Cards still cast shadows.
    expect(casters).toBe(kavya.parts);
    const textureFor = (camera: CameraId): string => dressFor(kavya, camera).actor.textures.at(-1)!.name;
    expect(new Set([0, 1, 2].map((camera) => textureFor(camera as CameraId))).size).toBe(1);
    expect(new Set([0, 6, 7].map((camera) => textureFor(camera as CameraId))).size).toBe(3);
  });

  it('leaves an actor without a relief unchanged', () => {
    const { relief: _relief, ...cards } = hiro;
    expect(dressFor(cards, 6).actor).toBe(cards);
  });

  it('is not included in exported files, which include the cards', async () => {
    const clip = makeClip(0.1);
    const root = (await new NodeIO().readBinary(await writeGlb(kavya, clip, 'take'))).getRoot();
    const names = [...root.listTextures(), ...root.listMaterials()].map((one) => one.getName());
    expect(names).toContain('hair1');
    for (const name of names) expect(name).not.toMatch(/relief|core|fringe/);
    expect(Buffer.from(await writeFbx(kavya, clip, 'take')).includes('relief')).toBe(false);
  });
});

/** Width and height of a picture, and the maximum gap per row that single strands next to the hair may leave, in pixels. */
const SIDE = 512;
const MOST = 6;

/** Returns the alpha channel of an actor on no background, whose head is turned by an angle in radians. */
async function alphaOf(actor: ActorModel, yaw: number): Promise<(x: number, y: number) => number> {
  const renderer = await createRenderer(gpu!, actor, {
    camera: 0,
    width: SIDE,
    height: SIDE,
    transparent: true,
    background: { red: 0, green: 0, blue: 0 },
  });
  const { x: left, y: top, width, height, pixels } = await renderer.render(clipOf(1, { headYaw: () => yaw }), 0);
  renderer.close();
  return (x, y) => (x < left || y < top || x >= left + width || y >= top + height ? 0 : pixels[4 * ((y - top) * width + x - left) + 3]!);
}

describe.skipIf(!gpu)('a head with a hair relief', () => {
  // Shares of the lower face: down to the tips of the ears, above which short hair ends; and down to the chin, next to long hair.
  it.each([
    ['hiro', hiro, 0.2, 0.1],
    ['kavya', kavya, -0.2, -1],
  ] as const)('of %s does not show a gap between hair and face when it turns (%#)', async (_id, actor, yaw, lowest) => {
    const alphaAt = await alphaOf(actor, yaw);
    const { top, eyes, head } = measureActor(actor);
    const { viewProjection: m } = placeCamera(0, measureActor(actor), 1);
    const rowOf = (y: number): number => Math.round(((1 - (m[5]! * y + m[13]!) / m[15]!) / 2) * SIDE);
    for (let y = rowOf(eyes + 0.6 * (top - eyes)); y < rowOf(eyes + 0.5 * lowest * head); y++) {
      const solid = Array.from({ length: SIDE }, (_, x) => x).filter((x) => alphaAt(x, y) > 200);
      const [first, last] = [solid[0]!, solid.at(-1)!];
      expect(last - first).toBeGreaterThan(0.25 * SIDE);
      expect(last - first + 1 - solid.length, `row ${y}`).toBeLessThan(MOST);
    }
  });
});

describe.skipIf(!gpu)('hair beside a face', () => {
  it("hides mei's temples in a smile", async () => {
    const size = { width: 1280, height: 720 };
    const mei = await readBakedActor('mei');
    const renderer = await createRenderer(gpu!, mei, {
      camera: 0,
      ...size,
      background: { red: 120, green: 120, blue: 120 },
    });
    const smile = ['mouthSmile', 'cheekSquint'].flatMap((shape) => [`${shape}Left`, `${shape}Right`]);
    const clip = clipOf(2, Object.fromEntries(smile.map((shape) => [shape, (frame: number) => frame])));
    const lumaOf = async (frame: number) => {
      const { x, y, width, pixels } = await renderer.render(clip, frame);
      return (px: number, py: number): number => {
        const [red = 0, green = 0, blue = 0] = pixels.subarray(4 * ((py - y) * width + px - x));
        return 0.3 * red + 0.55 * green + 0.15 * blue;
      };
    };
    const [rest, smiling] = [await lumaOf(0), await lumaOf(1)];
    renderer.close();
    let shining = 0;
    for (let py = 270; py < 350; py++)
      for (const beside of [440, 785])
        for (let px = beside; px < beside + 55; px++) if (rest(px, py) < 60 && smiling(px, py) > 130) shining++;
    expect(shining).toBe(0);
  });
});
