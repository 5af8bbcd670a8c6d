import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../lib/fixture.ts';

const project = join(import.meta.dirname, '..', '..');

/** Runs a module on a machine whose Vulkan finds no driver, and returns what it prints. */
async function withoutDriver(source: string): Promise<string> {
  const nothing = '/nonexistent.json';
  const env = { ...process.env, VK_DRIVER_FILES: nothing, VK_ICD_FILENAMES: nothing };
  const args = ['--input-type=module', '--eval', source];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project, env, timeout: 60_000 });
  return stdout;
}

describe.skipIf(process.platform !== 'linux')('a machine without Vulkan', () => {
  it('is told what to install', async () => {
    const printed = await withoutDriver(
      "import { openGpu } from './layers/avatar/render/index.ts';" +
        'await openGpu().catch((error) => console.log(error.name, error.message));',
    );
    expect(printed).toMatch(/^NoRendererError Video is rendered through Vulkan.*Install Mesa 25.*npm run setup/);
  });

  it('has actors without posters, and is told why', async () => {
    const out = temporaryFolder();
    writeFiles(out, { 'amara.glb': 'face', 'amara.key': 'key', 'amara.jpg': 'old', 'amara.poster.key': 'old' });
    const printed = await withoutDriver(
      "import { readdirSync } from 'node:fs';" +
        "import { renderPosters } from './lib/bake/posters/index.ts';" +
        `const out = ${JSON.stringify(out)};` +
        "await renderPosters({ project: '.', out, ids: ['amara'], report: console.log });" +
        'console.log(readdirSync(out).join());',
    );
    expect(printed).toMatch(/^no posters: .*npm run setup/);
    expect(printed.trim().split('\n').at(-1)).toBe('amara.glb,amara.key');
  });
});
