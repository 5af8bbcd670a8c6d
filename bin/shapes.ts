import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { SHAPES } from '../layers/animation/channels.ts';
import { readBakedActor } from '../layers/avatar/index.ts';
import { ACTORS, DEFAULT_ACTOR } from '../layers/contract/index.ts';
import { decodeTextures, drawActor } from './shapes/picture.ts';
import { readTool } from './tool.ts';

/** `npm run shapes [id]`: a contact sheet of an actor's 52 shapes, each from the front and at three quarters. */
const SIZE = 420;
const DRAWN = 2 * SIZE;
const PAIRS_A_ROW = 4;
const LABEL = 18;
const THREE_QUARTERS = -0.7;

const actors = ACTORS.map(({ id }) => id);
const usage = `npm run shapes -- [ACTOR]\n\n  actors: ${actors.join(', ')}`;
const [id = DEFAULT_ACTOR] = readTool(usage, {}, actors).positionals;
const actor = await readBakedActor(id);
const images = await decodeTextures(actor);
const [, y, z] = actor.joints.find(({ name }) => name === 'leftEye')!.position;
const shapes = ['at rest', ...SHAPES];
const tiles = await Promise.all(
  shapes.flatMap((shape, i) => {
    const [left, top] = [(i % PAIRS_A_ROW) * 2 * SIZE, Math.floor(i / PAIRS_A_ROW) * (SIZE + LABEL)];
    const label = `<svg width="${2 * SIZE}" height="${LABEL}"><text x="4" y="13" font-size="13" fill="#fff">${shape}</text></svg>`;
    const pictures = [0, THREE_QUARTERS].map(async (yaw, column) => {
      const canvas = drawActor(actor, images, {
        size: DRAWN,
        yaw,
        middle: [0, y - 0.042, z - 0.05],
        span: 0.185,
        shapes: { [shape]: 1 },
        without: ['hair', 'cloth'],
      });
      const input = await sharp(canvas, { raw: { width: DRAWN, height: DRAWN, channels: 3 } })
        .resize(SIZE, SIZE)
        .png()
        .toBuffer();
      return { input, left: left + column * SIZE, top: top + LABEL };
    });
    return [...pictures, Promise.resolve({ input: Buffer.from(label), left, top })];
  }),
);
const out = join(import.meta.dirname, '..', 'out');
mkdirSync(out, { recursive: true });
const path = join(out, `shapes-${id}.png`);
const rows = Math.ceil(shapes.length / PAIRS_A_ROW);
await sharp({
  create: { width: PAIRS_A_ROW * 2 * SIZE, height: rows * (SIZE + LABEL), channels: 3, background: '#222' },
})
  .composite(tiles)
  .png()
  .toFile(path);
console.log(path);
