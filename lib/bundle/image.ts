import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ACTORS_PACKAGE } from '../../layers/avatar/index.ts';
import { linkFolder } from './link.ts';

/** Packages with binaries, which the image of the renderer installs for itself. */
export const IMAGE_PACKAGES: readonly string[] = ['webgpu', 'sharp'];

/** What the image's folder is given besides the bundle. */
const FILES = ['Dockerfile', 'package.json', 'package-lock.json', 'start.sh'];

export interface ImageSources {
  /** Folder of the project. */
  root: string;
  /** Folder of the function's bundle. */
  bundle: string;
  /** Folder that is written. */
  out: string;
  /** Whether the folder is run as it is on this machine, on the project's own packages. */
  linked: boolean;
}

/**
 * Lays out the folder that the image of the renderer is built from: the bundle, the Dockerfile, the list of packages to install,
 * and the baked actors.
 *
 * @returns `out`.
 */
export async function layOutImage({ root, bundle, out, linked }: ImageSources): Promise<string> {
  rmSync(out, { recursive: true, force: true });
  const modules = join(out, 'node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(bundle, out, { recursive: true });
  for (const file of FILES) {
    const source = join(root, 'functions', 'render', file);
    if (existsSync(source)) cpSync(source, join(out, file));
  }
  const actors = join(root, 'out', 'actors');
  if (!linked) {
    linkFolder(actors, join(modules, ACTORS_PACKAGE));
    return out;
  }
  symlinkSync(actors, join(modules, ACTORS_PACKAGE));
  for (const name of IMAGE_PACKAGES) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  return out;
}
