import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readActor } from '@talking-avatar/avatar';
import { writeActor } from '@talking-avatar/avatar/model';
import { ACTORS } from '@talking-avatar/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bakeActors, removeOutdated } from '../src/index.ts';

const project = join(import.meta.dirname, '..', '..', '..');
let out: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'bake-'));
});
afterAll(() => rm(out, { recursive: true, force: true }));

/** Timeout, in ms. A bake casts a million rays, which takes seconds, or minutes if the machine is busy. */
const BAKING = 180_000;

describe('a baked actor', () => {
  it(
    'has the same bytes in every bake, reads back unchanged, and is not baked again',
    async () => {
      const [first] = await bakeActors({ out, only: ['amara'] });
      expect(first).toMatchObject({ rebaked: true });
      const glb = readFileSync(first!.path);
      const [before] = await bakeActors({ out: join(project, 'out', 'actors'), only: ['amara'] });
      expect(readFileSync(before!.path).equals(glb)).toBe(true);
      expect(glb.length).toBeLessThan(12e6);
      const model = await readActor(glb);
      expect(model).toMatchObject({ id: 'amara', sex: 'female' });
      expect(Buffer.from(await writeActor(model)).equals(glb)).toBe(true);
      expect(await bakeActors({ out, only: ['amara'] })).toMatchObject([{ rebaked: false }]);
    },
    BAKING,
  );

  it('is removed when it is out of date', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bake-'));
    await writeFile(join(folder, 'mei.glb'), 'outdated');
    const ids = removeOutdated(folder);
    expect(ids).toEqual(ACTORS.map(({ id }) => id));
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('rejects bytes that are not an actor', async () => {
    await expect(readActor(new Uint8Array(40))).rejects.toThrow();
  });
});
