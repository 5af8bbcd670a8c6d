import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACTORS } from '@talking-avatar/contract';
import { validateBytes } from 'gltf-validator';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', '..', 'out', 'actors');

/**
 * The skin has a normal map but no tangents, because readers compute them, and storing a tangent for each vertex would make the files
 * larger. Cloth textures are 1536 pixels wide, because glTF 2.0 and current graphics APIs accept any size.
 */
const EXPLAINED = ['MESH_PRIMITIVE_GENERATED_TANGENT_SPACE', 'IMAGE_NPOT_DIMENSIONS'];

it.each(ACTORS.map(({ id }) => id))('%s passes the Khronos validator without unexplained warnings', async (id) => {
  const { issues } = await validateBytes(new Uint8Array(await readFile(join(folder, `${id}.glb`))), {
    format: 'glb',
    maxIssues: 0,
    ignoredIssues: EXPLAINED,
    writeTimestamp: false,
  });
  expect(issues.numErrors).toBe(0);
  expect(issues.messages.map(({ code }) => code)).toEqual([]);
});
