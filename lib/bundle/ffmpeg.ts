import { accessSync, chmodSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The folder of the layer with ffmpeg.
 *
 * @param built Where `npm run build:ffmpeg` puts the layer.
 * @param system Folder to make for the stage that runs on one machine, with the machine's own ffmpeg.
 * @throws Error with the command to run when a stage that is deployed lacks it.
 */
export function findFfmpegLayer({ built, system, local }: { built: string; system: string; local: boolean }): string {
  if (local) {
    layOutSystemFfmpeg(system);
    return system;
  }
  if (existsSync(join(built, 'bin', 'ffmpeg'))) return built;
  throw new Error(
    `The Lambda layer with ffmpeg is not built (${join(built, 'bin', 'ffmpeg')} is missing): run "npm run build:ffmpeg" first`,
  );
}

/**
 * Lays the machine's ffmpeg out as `bin/ffmpeg` of a folder: a script that becomes it, since a system's program may not work under
 * another path. A machine without ffmpeg gets none.
 *
 * @param path The PATH to look for it.
 */
export function layOutSystemFfmpeg(folder: string, path = process.env.PATH ?? ''): void {
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
  // Another process may be reading it.
  const part = `${script}.${process.pid}`;
  writeFileSync(part, `#!/bin/sh\nexec '${program.replaceAll("'", "'\\''")}' "$@"\n`);
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
