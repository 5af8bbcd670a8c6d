import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { MANIFEST, type NeuralVoice, readInstalledVoices } from '@talking-avatar/speech/neural';
import { parseManifest, sourcesOf } from './voice-manifest.ts';

/** Folder where `npm run voices:add` installs voices. */
export const VOICES_FOLDER = 'voices';

/**
 * Finds the voices for a deployment. They are installed next to their manifest (`npm run voices:add` writes one there) or in the `voices`
 * folder of the project.
 * @param manifest path relative to the project folder `root`; if undefined, no voices are deployed
 * @throws Error with the command to run if a voice is not installed, or was installed from files other than those in the manifest
 */
export function selectVoices(root: string, manifest: string | undefined): NeuralVoice[] {
  if (manifest === undefined) return [];
  const path = resolve(root, manifest);
  if (!existsSync(path)) throw new Error(`The voice manifest ${path} is missing; correct the setting "voices"`);
  const entries = parseManifest(readFileSync(path, 'utf8'), path);
  const isBeside = basename(path) === MANIFEST;
  const folder = isBeside ? dirname(path) : join(root, VOICES_FOLDER);
  const installed = existsSync(folder) ? readInstalledVoices(folder) : [];
  return entries.map((entry) => {
    const voice = installed.find(({ name }) => name === entry.name);
    const again = `run "npm run voices:add -- ${manifest}"`;
    if (!voice) throw new Error(`The voice "${entry.name}" is not installed; ${again}`);
    if (voice.sources.join() !== sourcesOf(entry).join())
      throw new Error(`The voice "${entry.name}" is installed from different files than the manifest's; ${again}`);
    return voice;
  });
}
