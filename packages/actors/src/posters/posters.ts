import type { Clip } from '@talking-avatar/animation';
import { readActor } from '@talking-avatar/avatar';
import { createRenderer, type Gpu, paintBackdrop, type ViewSettings } from '@talking-avatar/avatar/render';
import { encodePoster } from '@talking-avatar/avatar/video';
import sharp from 'sharp';
import { PORTRAITS, type Portrait } from './portraits.ts';

/** Width and height of a poster, in pixels. */
const SIZE = 512;

/** Posters are rendered at twice the size and then scaled down to smooth edges and hair. */
const VIEW: ViewSettings = {
  camera: 0,
  width: 2 * SIZE,
  height: 2 * SIZE,
  background: { red: 0, green: 0, blue: 0 },
  backdrop: paintBackdrop('studio', 2 * SIZE, 2 * SIZE),
};

const JPEG_QUALITY = 88;
/** Clip channels for head rotation, in the same order as `Portrait.head`. */
const HEAD = ['headYaw', 'headPitch', 'headRoll'] as const;

/** Returns a one-frame clip that puts an actor in the pose. */
function poseFor({ head, face }: Portrait): Clip {
  const values = { ...face, ...Object.fromEntries(HEAD.map((name, k) => [name, head[k]!])) };
  const channels = new Map(Object.entries(values).map(([name, value]) => [name, Float32Array.of(value)]));
  return { fps: 30, frames: 1, channels };
}

/** Renders a poster of a baked actor (GLB), as a JPEG of 512 by 512 pixels. @throws Error if the actor does not have a portrait */
export async function renderPoster(gpu: Gpu, glb: Uint8Array): Promise<Uint8Array> {
  const actor = await readActor(glb);
  const portrait = PORTRAITS[actor.id];
  if (!portrait) throw new Error(`missing portrait for actor ${actor.id}`);
  const renderer = await createRenderer(gpu, actor, VIEW);
  try {
    const picture = await renderer.render(poseFor(portrait), 0);
    return await sharp(await encodePoster(picture, VIEW))
      .resize(SIZE, SIZE)
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer();
  } finally {
    renderer.close();
  }
}
