import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ServiceArchitecture } from '../settings/index.ts';

export interface FfmpegLayer {
  /** Output folder of `npm run build:ffmpeg`, with one folder per architecture. */
  built: string;
  architecture: ServiceArchitecture;
  /** Folder to create for the local stage, with this machine's ffmpeg. */
  system: string;
  local: boolean;
}

/** Returns the folder of the ffmpeg layer. @throws Error with the command to run if the layer for a deployed stage is missing */
export function findFfmpegLayer({ built, architecture, system, local }: FfmpegLayer): string {
  if (local) {
    copySystemFfmpeg(system);
    return system;
  }
  const layer = join(built, architecture);
  const program = join(layer, 'bin', 'ffmpeg');
  if (existsSync(program)) return layer;
  throw new Error(`The Lambda layer with ffmpeg is not built (${program} is missing); run "npm run build:ffmpeg -- ${architecture}" first`);
}

/**
 * Writes a `bin/ffmpeg` script that runs the ffmpeg found in `path`. A copy or link might not work from another location. Removes the
 * script if there is no ffmpeg.
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
  // Does not replace an unchanged file, because another service that is starting up may be linking it.
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
