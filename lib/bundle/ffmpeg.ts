import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ServiceArchitecture } from '../settings/index.ts';

export interface FfmpegLayer {
  /** Where `npm run build:ffmpeg` puts the layers, one folder for each architecture. */
  built: string;
  architecture: ServiceArchitecture;
  /** Folder to make for the stage that runs on one machine, with the machine's own ffmpeg. */
  system: string;
  local: boolean;
}

/**
 * The folder of the layer with ffmpeg.
 *
 * @throws Error with the command to run when the layer of a deployed stage is missing.
 */
export function findFfmpegLayer({ built, architecture, system, local }: FfmpegLayer): string {
  if (local) {
    copySystemFfmpeg(system);
    return system;
  }
  const layer = join(built, architecture);
  const program = join(layer, 'bin', 'ffmpeg');
  if (existsSync(program)) return layer;
  throw new Error(`The Lambda layer with ffmpeg is not built (${program} is missing): run "npm run build:ffmpeg -- ${architecture}" first`);
}

/**
 * Writes `bin/ffmpeg` in a folder: a script that runs the machine's ffmpeg, which may not work from another path. Without ffmpeg on this
 * machine, the script is removed.
 *
 * @param path The PATH to look for it.
 */
export function copySystemFfmpeg(folder: string, path = process.env.PATH ?? ''): void {
  const bin = join(folder, 'bin');
  const script = join(bin, 'ffmpeg');
  mkdirSync(bin, { recursive: true });
  const program = path
    .split(delimiter)
    .filter(Boolean)
    .map((entry) => join(entry, 'ffmpeg'))
    .find(isExecutable);
  if (!program) {
    rmSync(script, { force: true });
    return;
  }
  const text = `#!/bin/sh\nexec '${program.replaceAll("'", "'\\''")}' "$@"\n`;
  // Another starting service may be linking the file; linking fails if the file is replaced at that moment.
  if (isExecutable(script) && readFileSync(script, 'utf8') === text) return;
  const part = `${script}.${process.pid}`;
  writeFileSync(part, text);
  chmodSync(part, 0o755);
  renameSync(part, script);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
