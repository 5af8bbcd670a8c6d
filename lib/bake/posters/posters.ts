import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { readActor } from '../../../layers/avatar/index.ts';
import {
  createRenderer,
  type Gpu,
  NoRendererError,
  openGpu,
  type ViewSettings,
} from '../../../layers/avatar/render/index.ts';
import { encodePoster } from '../../../layers/avatar/video/index.ts';
import { hashSources } from '../hash-sources.ts';

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

/** A friendly face. */
const SMILE = new Map(
  Object.entries({ mouthSmileLeft: 0.3, mouthSmileRight: 0.3, cheekSquintLeft: 0.15, cheekSquintRight: 0.15 }).map(
    ([name, value]) => [name, Float32Array.of(value)],
  ),
);

/** Sources that, besides the actor, determine a poster. */
const SOURCES = ['layers/avatar/{render,video}/**/*.ts', 'lib/bake/posters/*.ts'];

/**
 * Renders the posters of baked actors that are missing or out of date. A machine without a renderer makes none.
 *
 * @param project folder of the repository
 * @param out folder of the baked actors, for `ID.jpg` and `ID.poster.key`, a hash of everything that the poster was
 * rendered from
 * @param ids ids of baked actors
 * @param report called with a line on the result
 */
export async function renderPosters({
  project,
  out,
  ids,
  report = () => {},
}: {
  project: string;
  out: string;
  ids: readonly string[];
  report?: (line: string) => void;
}): Promise<void> {
  const code = hashSources(project, SOURCES);
  const keyOf = (id: string): string =>
    createHash('sha256')
      .update(code)
      .update(readFileSync(join(out, `${id}.key`)))
      .digest('hex');
  const stale = ids.filter((id) => {
    const keyPath = join(out, `${id}.poster.key`);
    return !existsSync(join(out, `${id}.jpg`)) || !existsSync(keyPath) || readFileSync(keyPath, 'utf8') !== keyOf(id);
  });
  if (stale.length === 0) return;
  for (const id of stale) for (const end of ['jpg', 'poster.key']) rmSync(join(out, `${id}.${end}`), { force: true });
  const gpu = await openGpu().catch((error: unknown) => {
    if (!(error instanceof NoRendererError)) throw error;
    report(`no posters: ${error.message}`);
    return undefined;
  });
  if (!gpu) return;
  try {
    for (const id of stale) {
      const path = join(out, `${id}.jpg`);
      writeFileSync(`${path}.part`, await renderPoster(gpu, readFileSync(join(out, `${id}.glb`))));
      renameSync(`${path}.part`, path);
      writeFileSync(join(out, `${id}.poster.key`), keyOf(id));
    }
    report(`${stale.length} posters drawn`);
  } finally {
    gpu.close();
  }
}

async function renderPoster(gpu: Gpu, glb: Uint8Array): Promise<Uint8Array> {
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
