import { existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ACTORS_PACKAGE } from '@talking-avatar/avatar/baked';
import { ACTORS } from '@talking-avatar/contract';
import { PICO_VOICES_FOLDER, PICO_VOICES_PACKAGE } from '@talking-avatar/speech';
import { linkFile, linkFolder } from './link-folder.ts';
import { SPEECH_PACKAGES } from './packages.ts';

/**
 * Empties `out` and creates the speech layer in it, with its packages and the SVOX Pico voices where Lambda looks for modules.
 * @returns `out`
 */
export function copySpeechLayer({ modules, out }: { modules: string; out: string }): string {
  rmSync(out, { recursive: true, force: true });
  linkSpeechPackages(modules, join(out, 'nodejs', 'node_modules'));
  return out;
}

/** Links the packages in the speech layer into another `node_modules`. */
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
 * Empties `out` and creates the actors layer in it, which is a package with the baked actors.
 * @returns `out`
 * @throws Error like {@link packActors}
 */
export function copyActorsLayer({ out, ...sources }: { baked: string; out: string; linked: boolean }): string {
  rmSync(out, { recursive: true, force: true });
  packActors({ modules: join(out, 'nodejs', 'node_modules'), ...sources });
  return out;
}

/**
 * Adds the package with the baked actors to a packages folder.
 * @param linked true to link the actors, for the local stage, which starts while actors are still being baked
 * @throws Error with the command to run if an actor is not baked
 */
export function packActors({ baked, modules, linked }: { baked: string; modules: string; linked: boolean }): void {
  const target = join(modules, ACTORS_PACKAGE);
  for (const folder of [baked, modules]) mkdirSync(folder, { recursive: true });
  if (linked) {
    symlinkSync(baked, target);
    return;
  }
  const missing = ACTORS.find(({ id }) => !existsSync(join(baked, `${id}.glb`)));
  if (missing) throw new Error(`The actor ${missing.id} is not baked (${baked}); run "npm run bake" first`);
  linkFolder(baked, target, (name) => name.endsWith('.glb'));
}
