import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { setRuntimeFolder } from '@talking-avatar/speech/neural';
import { RUNTIME_FOLDER } from '../../lib/bundle/speaker-image.ts';

const PACKAGES = ['package.json', 'package-lock.json'];

/** File with a hash of the packages that are installed in the folder. */
const KEY_FILE = 'installed.sha256';

/** Timeout for the installation, in ms. It downloads 110 MB. */
const TIMEOUT = 10 * 60_000;

/**
 * Installs ONNX Runtime for this machine if needed, and uses it for the neural voices in this process. It installs the same packages as the
 * function's image, but skips install scripts (the one in `onnxruntime-node` downloads GPU libraries) and libraries for other platforms.
 * That takes 45 MB instead of 288 MB.
 * @throws Error from npm if the installation fails
 */
export async function installRuntime(root: string, folder = join(root, RUNTIME_FOLDER)): Promise<string> {
  setRuntimeFolder(folder);
  const source = join(root, 'functions', 'steps', 'synthesize', 'image');
  const hash = createHash('sha256');
  for (const file of PACKAGES) hash.update(readFileSync(join(source, file)));
  const key = hash.digest('hex');
  if (isInstalled(folder, key)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    for (const file of PACKAGES) cpSync(join(source, file), join(work, file));
    const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', ['ci', ...options], { cwd: work, timeout: TIMEOUT });
    removeOtherPlatforms(join(work, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6'));
    writeFileSync(join(work, KEY_FILE), key);
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
  } catch (error) {
    // Another process may have installed it at the same time.
    if (!isInstalled(folder, key)) throw new Error(`Could not install ONNX Runtime: ${(error as Error).message}`, { cause: error });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

const isInstalled = (folder: string, key: string): boolean =>
  existsSync(join(folder, KEY_FILE)) && readFileSync(join(folder, KEY_FILE), 'utf8') === key;

function removeOtherPlatforms(libraries: string): void {
  for (const platform of readdirSync(libraries))
    for (const architecture of readdirSync(join(libraries, platform)))
      if (platform !== process.platform || architecture !== process.arch)
        rmSync(join(libraries, platform, architecture), { recursive: true });
}
