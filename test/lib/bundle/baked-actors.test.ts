import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bundleProgram } from '../../../lib/bundle/index.ts';
import { linkFile } from '../../../lib/bundle/link-folder.ts';
import { temporaryFolder, writeFiles } from '../fixture.ts';

const project = join(import.meta.dirname, '..', '..', '..');

/** Packages a program that reads an actor, together with an empty package of baked actors. */
async function packageReader() {
  const folder = join(temporaryFolder(), 'var', 'task');
  const source = join(folder, 'source.ts');
  const module = JSON.stringify(join(project, 'packages', 'avatar', 'src', 'baked.ts'));
  writeFiles(folder, {
    'source.ts': `import { readBakedActor } from ${module};\nconsole.log((await readBakedActor('amara')).id);`,
    'node_modules/baked-actors/package.json': '{}',
  });
  await bundleProgram(source, join(folder, 'read.mjs'));
  return {
    actors: join(folder, 'node_modules', 'baked-actors'),
    read: () => promisify(execFile)(process.execPath, [join(folder, 'read.mjs')]),
  };
}

describe('readBakedActor', () => {
  it('reads an actor from the baked actors package', async () => {
    const { actors, read } = await packageReader();
    linkFile(join(project, 'out', 'actors', 'amara.glb'), join(actors, 'amara.glb'));
    expect((await read()).stdout).toBe('amara\n');
  });

  it('names the command to run if an actor has not been baked', async () => {
    const { read } = await packageReader();
    await expect(read()).rejects.toThrow(/amara\.glb is missing: run "npm run bake"/);
  });
});
