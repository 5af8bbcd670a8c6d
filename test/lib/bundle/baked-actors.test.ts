import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bundleProgram } from '../../../lib/bundle/index.ts';
import { linkFile } from '../../../lib/bundle/link-folder.ts';
import { temporaryFolder, writeFiles } from '../fixture.ts';

const project = join(import.meta.dirname, '..', '..', '..');

/** A packaged program that reads an actor, in a folder where the package of the baked actors has some files. */
async function packageReader(files: Readonly<Record<string, string>>) {
  const folder = join(temporaryFolder(), 'var', 'task');
  const source = join(folder, 'source.ts');
  const module = JSON.stringify(join(project, 'packages', 'avatar', 'src', 'baked.ts'));
  writeFiles(folder, {
    'source.ts': `import { readBakedActor } from ${module};\nconsole.log('reading');\nconsole.log((await readBakedActor('amara')).id);`,
    'node_modules/baked-actors/package.json': '{}',
  });
  writeFiles(join(folder, 'node_modules', 'baked-actors'), files);
  await bundleProgram(source, join(folder, 'read.mjs'));
  return {
    actors: join(folder, 'node_modules', 'baked-actors'),
    read: () => promisify(execFile)(process.execPath, [join(folder, 'read.mjs')]),
  };
}

describe('readBakedActor', () => {
  it('waits for an actor that is being baked', async () => {
    const { actors, read } = await packageReader({ 'amara.pending': '' });
    const reading = read();
    await once(reading.child.stdout!, 'data');
    linkFile(join(project, 'out', 'actors', 'amara.glb'), join(actors, 'amara.part'));
    renameSync(join(actors, 'amara.part'), join(actors, 'amara.glb'));
    rmSync(join(actors, 'amara.pending'));
    expect((await reading).stdout).toBe('reading\namara\n');
  });

  it('says at once what to run when nobody bakes it', async () => {
    const { read } = await packageReader({});
    await expect(read()).rejects.toThrow(/amara\.glb is missing: run "npm run bake"/);
  });
});
