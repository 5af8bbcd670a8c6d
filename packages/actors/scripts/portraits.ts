import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ACTORS_FOLDER } from '@talking-avatar/avatar/baked';
import { openGpu } from '@talking-avatar/avatar/render';
import { ACTORS } from '@talking-avatar/contract';
import { program } from 'commander';
import sharp from 'sharp';
import { renderPoster } from '../src/posters/index.ts';

/** `npm run portraits`: renders the eleven actors' posters for the service and combines them in docs/actors.jpg for the README. */
const SIDE = 240;
const COLUMNS = 6;
const project = join(import.meta.dirname, '..', '..', '..');

const posterOf = (id: string): string => join(project, 'functions', 'api', 'actors', 'posters', `${id}.jpg`);

/** Returns the color of a poster's corner. */
const backgroundOf = async (id: string): Promise<string> => {
  const corner = await sharp(posterOf(id)).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  return `#${corner.toString('hex')}`;
};

program.name('npm run portraits').parse();
const gpu = await openGpu();
for (const { id } of ACTORS) {
  mkdirSync(dirname(posterOf(id)), { recursive: true });
  writeFileSync(posterOf(id), await renderPoster(gpu, readFileSync(join(ACTORS_FOLDER, `${id}.glb`))));
}
gpu.close();
const tiles = await Promise.all(
  ACTORS.map(async ({ id }, i) => {
    const row = Math.floor(i / COLUMNS);
    const inRow = Math.min(COLUMNS, ACTORS.length - row * COLUMNS);
    const indent = Math.round(((COLUMNS - inRow) * SIDE) / 2);
    return {
      input: await sharp(posterOf(id)).resize(SIDE, SIDE, { fit: 'cover' }).toBuffer(),
      left: indent + (i % COLUMNS) * SIDE,
      top: row * SIDE,
    };
  }),
);
const path = join(project, 'docs', 'actors.jpg');
await sharp({
  create: {
    width: COLUMNS * SIDE,
    height: Math.ceil(ACTORS.length / COLUMNS) * SIDE,
    channels: 3,
    background: await backgroundOf(ACTORS[0]!.id),
  },
})
  .composite(tiles)
  .jpeg({ quality: 85 })
  .toFile(path);
console.log(path);
