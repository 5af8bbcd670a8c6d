import { execFile } from 'node:child_process';
import { accessSync, chmodSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, type } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openGlb } from './glb.ts';
import type { Imported } from './imported.ts';

/** Path of the program for this system, within the package. */
const program = join(dirname(createRequire(import.meta.url).resolve('fbx2gltf')), 'bin', type(), 'FBX2glTF');

/** The package only has programs for Intel processors, which Apple silicon can emulate. */
export const hasFbx2gltf = process.arch === 'x64' || process.platform === 'darwin';

/** This warning is expected, because glTF stores the alpha of a picture together with its color. */
const IN_COLOR = /Can't handle texture for TransparencyFactor/;

/** Time limit, in ms. Two minutes of head animation take six seconds of CPU time, and the machine may be busy. */
const TIMEOUT = 240_000;

const METERS = 100;

/** Opens a file with FBX2glTF, which uses the importer from Autodesk's FBX SDK. */
export async function openWithFbx2gltf(file: Uint8Array): Promise<Imported> {
  makeExecutable();
  const folder = await mkdtemp(join(tmpdir(), 'fbx2gltf-'));
  try {
    await writeFile(join(folder, 'in.fbx'), file);
    const { stdout, stderr } = await promisify(execFile)(
      program,
      ['--binary', '--anim-framerate', 'bake60', '--fbx-temp-dir', folder, '--input', 'in.fbx', '--output', 'out'],
      { cwd: folder, timeout: TIMEOUT, maxBuffer: 64 * 1024 * 1024 },
    );
    const trouble = `${stdout}${stderr}`.split(/[\r\n]/).filter((line) => /warn|error|fail/i.test(line) && !IN_COLOR.test(line));
    if (trouble.length > 0) throw new Error(`FBX2glTF: ${trouble.join('; ')}`);
    return await openGlb(await readFile(join(folder, 'out.glb')), METERS);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does what the install script of the package does, because install scripts may be turned off. */
function makeExecutable(): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}
