import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packActors } from './layers.ts';
import { linkFolder } from './link-folder.ts';
import { IMAGE_PACKAGES } from './packages.ts';

/** Files in the image folder, in addition to the bundle. */
const FILES = ['Dockerfile', 'package.json', 'package-lock.json', 'start.sh'];

export interface ImageSources {
  /** Project folder. */
  root: string;
  /** Folder with the function bundle. */
  bundle: string;
  /** Output folder. */
  out: string;
  /** True if the image is for running on this machine, with links to the project's packages instead of installed ones. */
  linked: boolean;
}

/**
 * Creates the build context of the renderer image, with the bundle, the Dockerfile, the packages to install, and the baked actors.
 * @returns `out`
 */
export async function assembleImage({ root, bundle, out, linked }: ImageSources): Promise<string> {
  rmSync(out, { recursive: true, force: true });
  const modules = join(out, 'node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(bundle, out, { recursive: true });
  for (const file of FILES) {
    const source = join(root, 'functions', 'steps', 'render', 'image', file);
    if (existsSync(source)) cpSync(source, join(out, file));
  }
  packActors({ baked: join(root, 'out', 'actors'), modules, linked });
  if (linked) {
    const installed = join(root, 'node_modules');
    for (const name of withDependencies(installed, IMAGE_PACKAGES)) linkFolder(join(installed, name), join(modules, name));
    // As in the image, only the binaries for this platform are kept, because `webgpu` has 130 MB of them for all platforms.
    const dawn = join(modules, 'webgpu', 'dist');
    for (const platform of existsSync(dawn) ? readdirSync(dawn) : [])
      if (!platform.startsWith(`${process.platform}-`)) rmSync(join(dawn, platform), { recursive: true });
  }
  return out;
}

/** Returns packages along with all of their dependencies that are installed in a flat `node_modules`. */
function withDependencies(modules: string, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || !existsSync(join(modules, name))) return;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Partial<
      Record<'dependencies' | 'optionalDependencies', Record<string, string>>
    >;
    Object.keys({ ...dependencies, ...optionalDependencies }).forEach(visit);
  };
  names.forEach(visit);
  return found;
}
