import { execFile } from 'node:child_process';
import { accessSync, chmodSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, type } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openGlb } from './glb.ts';
import type { Imported } from './imported.ts';

/** Where the package keeps the program for this system. */
const program = join(dirname(createRequire(import.meta.url).resolve('fbx2gltf')), 'bin', type(), 'FBX2glTF');

/** Its programs are for Intel processors, which Macs of the other kind imitate. */
export const hasFbx2gltf = process.arch === 'x64' || process.platform === 'darwin';

/** glTF has the alpha of a picture with its colour, and no use for it in a place of its own. */
const IN_COLOUR = /Can't handle texture for TransparencyFactor/;

/** Milliseconds that it may take: two minutes of a head's animation take it six seconds of a processor that it may have to share. */
const PATIENCE = 240_000;

const METRES = 100;

/** Opens a file with FBX2glTF, which is the importer of Autodesk's FBX SDK. */
export async function openWithFbx2gltf(file: Uint8Array): Promise<Imported> {
  makeExecutable();
  const folder = await mkdtemp(join(tmpdir(), 'fbx2gltf-'));
  try {
    await writeFile(join(folder, 'in.fbx'), file);
    const { stdout, stderr } = await promisify(execFile)(
      program,
      ['--binary', '--anim-framerate', 'bake60', '--fbx-temp-dir', folder, '--input', 'in.fbx', '--output', 'out'],
      { cwd: folder, timeout: PATIENCE, maxBuffer: 64 * 1024 * 1024 },
    );
    const trouble = `${stdout}${stderr}`.split(/[\r\n]/).filter((line) => /warn|error|fail/i.test(line) && !IN_COLOUR.test(line));
    if (trouble.length > 0) throw new Error(`FBX2glTF says: ${trouble.join('; ')}`);
    return await openGlb(await readFile(join(folder, 'out.glb')), METRES);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The package's install script does this, where install scripts may run. */
function makeExecutable(): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}
