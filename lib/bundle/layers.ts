import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ACTORS_PACKAGE } from '../../layers/avatar/baked.ts';
import { PICO_VOICES_FOLDER, PICO_VOICES_PACKAGE } from '../../layers/speech/index.ts';
import { linkFile, linkFolder } from '../files/link-folder.ts';
import { SPEECH_PACKAGES } from './packages.ts';

/**
 * Makes the folder of the speech layer, with its packages and the voices of SVOX Pico where Lambda looks for modules.
 *
 * @param modules The project's `node_modules`.
 * @param out Folder of the layer, emptied and written.
 * @returns `out`.
 */
export function copySpeechLayer({ modules, out }: { modules: string; out: string }): string {
  rmSync(out, { recursive: true, force: true });
  linkSpeechPackages(modules, join(out, 'nodejs', 'node_modules'));
  return out;
}

/** Links the packages of the speech layer into another `node_modules`. */
export function linkSpeechPackages(modules: string, target: string): void {
  for (const [name, files] of Object.entries(SPEECH_PACKAGES)) {
    const [from, to] = [join(modules, name), join(target, name)];
    if (files === undefined) linkFolder(from, to);
    else linkEntries(from, to, files);
  }
  linkFolder(PICO_VOICES_FOLDER, join(target, PICO_VOICES_PACKAGE));
}

function linkEntries(source: string, target: string, entries: readonly string[]): void {
  mkdirSync(target, { recursive: true });
  for (const name of entries) {
    const [from, to] = [join(source, name), join(target, name)];
    if (statSync(from).isDirectory()) linkFolder(from, to);
    else linkFile(from, to);
  }
}

/**
 * Makes the folder of the actors' layer: a package with the baked actors.
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
 * Copies the actors' posters into the bundle of the function `actors`.
 *
 * @param baked Folder where `npm run bake` puts them.
 * @param out Folder that is emptied and written.
 * @param local The local stage may have none: the machine may have no renderer.
 * @throws Error with the commands to run when a poster of a deployed stage is missing.
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
