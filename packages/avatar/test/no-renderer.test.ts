import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const project = join(import.meta.dirname, '..', '..', '..');

/** Runs a module in an environment without Vulkan drivers, and returns its output. */
async function withoutDriver(source: string): Promise<string> {
  const nothing = '/nonexistent.json';
  const env = { ...process.env, VK_DRIVER_FILES: nothing, VK_ICD_FILENAMES: nothing };
  const args = ['--input-type=module', '--eval', source];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project, env, timeout: 240_000 });
  return stdout;
}

describe.skipIf(process.platform !== 'linux')('opening the GPU without Vulkan', () => {
  it('fails with a message that says what to install', async () => {
    const printed = await withoutDriver(
      "import { openGpu } from './packages/avatar/src/render/index.ts';" +
        'await openGpu().catch((error) => console.log(error.name, error.message));',
    );
    expect(printed).toMatch(/^NoRendererError Rendering video needs Vulkan.*Install Mesa 25.*npm run setup/);
  });
});
