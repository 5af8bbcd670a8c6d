import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SHAPES } from '@talking-avatar/animation';
import { readBakedActor } from '@talking-avatar/avatar';
import { createRenderer, openGpu } from '@talking-avatar/avatar/render';
import { encodePoster } from '@talking-avatar/avatar/video';
import { ACTORS, DEFAULT_ACTOR } from '@talking-avatar/contract';
import { Argument, program } from 'commander';
import sharp, { type OverlayOptions } from 'sharp';

/** `npm run shapes [-- ACTOR]`: makes a contact sheet of an actor's 52 shapes at weight 1, from the front and at three quarters. */

/** Size of a tile and of the picture it is cropped from, in pixels. */
const TILE = 420;
const PICTURE = 728;
const LABEL = 18;
const PAIRS_A_ROW = 4;
/** Cameras and the face's position in their pictures: the close-up and a three-quarter view. */
const VIEWS = [
  { camera: 0, face: { left: 165, top: 196, width: 398, height: 398 } },
  { camera: 6, face: { left: 180, top: 200, width: 270, height: 270 } },
] as const;
/** Approximate rotation of an eye for a gaze shape at weight 1, rad (packages/animation/src/face/gaze.ts). */
const GAZE = 0.5;
const BACKGROUND = { red: 96, green: 102, blue: 115 };

const actors = ACTORS.map(({ id }) => id);
program.name('npm run shapes --').addArgument(new Argument('[ACTOR]').choices(actors)).parse();
const [id = DEFAULT_ACTOR] = program.args;
const actor = await readBakedActor(id);
const shapes = ['at rest', ...SHAPES];
const tiles: OverlayOptions[] = shapes.map((shape, i) => ({
  input: Buffer.from(`<svg width="${2 * TILE}" height="${LABEL}"><text x="4" y="13" font-size="13" fill="#fff">${shape}</text></svg>`),
  ...placeOf(i),
}));

const gpu = await openGpu();
for (const [column, { camera, face }] of VIEWS.entries()) {
  const view = { camera, width: PICTURE, height: PICTURE, background: BACKGROUND };
  const renderer = await createRenderer(gpu, actor, view);
  for (const [i, shape] of shapes.entries()) {
    const picture = await encodePoster(await renderer.render({ fps: 30, frames: 1, channels: channelsOf(shape) }, 0), view);
    const { left, top } = placeOf(i);
    const input = await sharp(picture).extract(face).resize(TILE).toBuffer();
    tiles.push({ input, left: left + column * TILE, top: top + LABEL });
  }
  renderer.close();
}
gpu.close();

const out = join(import.meta.dirname, '..', '..', '..', 'out');
mkdirSync(out, { recursive: true });
const path = join(out, `shapes-${id}.png`);
const height = Math.ceil(shapes.length / PAIRS_A_ROW) * (TILE + LABEL);
await sharp({ create: { width: PAIRS_A_ROW * 2 * TILE, height, channels: 3, background: '#222' } })
  .composite(tiles)
  .png()
  .toFile(path);
console.log(path);

/** Returns a shape at weight 1. A gaze shape includes the eye's rotation, because the renderer uses that. */
function channelsOf(shape: string): Map<string, Float32Array> {
  const [, direction = '', side = ''] = /^eyeLook(Up|Down|In|Out)(Left|Right)$/.exec(shape) ?? [];
  const isPitch = direction === 'Up' || direction === 'Down';
  const isPositive = direction === 'Down' || (direction === 'In') === (side === 'Left');
  const rotation = `${side.toLowerCase()}Eye${isPitch ? 'Pitch' : 'Yaw'}`;
  const angle = (isPositive && direction !== 'Up' ? 1 : -1) * GAZE;
  return new Map([[shape, Float32Array.of(1)], ...(side ? [[rotation, Float32Array.of(angle)] as const] : [])]);
}

function placeOf(index: number): { left: number; top: number } {
  return { left: (index % PAIRS_A_ROW) * 2 * TILE, top: Math.floor(index / PAIRS_A_ROW) * (TILE + LABEL) };
}
