import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NeuralVoice, VOICES_PACKAGE } from '@talking-avatar/speech/neural';
import { linkSpeechPackages } from './layers.ts';
import { linkFile, linkFolder } from './link-folder.ts';
import { VOICE_PACKAGES } from './packages.ts';

/** Files in the image folder, in addition to the bundle. */
const FILES = ['Dockerfile', 'package.json', 'package-lock.json'];

/** Folder where `npm run voices:add` installs ONNX Runtime. */
export const RUNTIME_FOLDER = join('out', 'speech-runtime');

export interface SpeakerImageSources {
  /** Project folder. */
  root: string;
  /** Folder with the bundle of the `synthesize` function. */
  bundle: string;
  voices: readonly NeuralVoice[];
  /** Output folder. */
  out: string;
  /** True if the image is for running on this machine, with the ONNX Runtime installed here. */
  linked: boolean;
  /** Folder where ONNX Runtime is installed on this machine. */
  runtime?: string;
}

/**
 * Creates the build context of the `synthesize` image, with the bundle, the Dockerfile, the voices, and the packages in the speech layer
 * (because images cannot use layers).
 * @throws Error with the command to run if ONNX Runtime is not installed
 */
export function assembleSpeakerImage({
  root,
  bundle,
  voices,
  out,
  linked,
  runtime = join(root, RUNTIME_FOLDER),
}: SpeakerImageSources): string {
  rmSync(out, { recursive: true, force: true });
  const modules = join(out, 'node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(bundle, out, { recursive: true });
  for (const file of FILES) cpSync(join(root, 'functions', 'steps', 'synthesize', 'image', file), join(out, file));
  linkSpeechPackages(join(root, 'node_modules'), modules);
  linkVoices(voices, join(modules, VOICES_PACKAGE));
  if (!linked) return out;
  for (const name of VOICE_PACKAGES) {
    const installed = join(runtime, 'node_modules', name);
    if (!existsSync(installed)) throw new Error(`${name} is not installed; run "npm run voices:add" with the manifest`);
    linkFolder(installed, join(modules, name));
  }
  return out;
}

/** Links the files of the voices. A shared model is linked only once. */
function linkVoices(voices: readonly NeuralVoice[], target: string): void {
  mkdirSync(target, { recursive: true });
  for (const { folder, ...voice } of voices) {
    writeFileSync(join(target, `${voice.name}.json`), JSON.stringify(voice));
    for (const file of [voice.model, voice.style]) if (file) linkFile(join(folder, file), join(target, file));
  }
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name: VOICES_PACKAGE, private: true }));
}
