import sharp from 'sharp';
import { readActor } from '../../../layers/avatar/index.ts';
import { createRenderer, type Gpu, type ViewSettings } from '../../../layers/avatar/render/index.ts';
import { encodePoster } from '../../../layers/avatar/video/index.ts';

/** Width and height of a poster, pixels. */
const SIZE = 512;

/** Rendered at twice the size and scaled down, which smooths edges and hair. */
const VIEW: ViewSettings = {
  camera: 0,
  width: 2 * SIZE,
  height: 2 * SIZE,
  background: { red: 222, green: 226, blue: 231 },
};

const JPEG_QUALITY = 88;

/** A friendly face: a little more than each actor's own at rest. */
const SMILE = new Map(
  Object.entries({ mouthSmileLeft: 0.15, mouthSmileRight: 0.15, cheekSquintLeft: 0.08, cheekSquintRight: 0.08 }).map(
    ([name, value]) => [name, Float32Array.of(value)],
  ),
);

/**
 * Renders the poster of a baked actor.
 *
 * @param glb the actor's file
 * @returns a JPEG of 512 by 512 pixels
 */
export async function renderPoster(gpu: Gpu, glb: Uint8Array): Promise<Uint8Array> {
  const renderer = await createRenderer(gpu, await readActor(glb), VIEW);
  try {
    const picture = await renderer.render({ fps: 30, frames: 1, channels: SMILE }, 0);
    return await sharp(await encodePoster(picture, VIEW))
      .resize(SIZE, SIZE)
      .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer();
  } finally {
    renderer.close();
  }
}
