import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folder for other products that are measured for comparison. They are not dependencies of this project. */
const PEERS = 'out/peers';

/** Time limit for npm, in ms. */
const INSTALL_TIMEOUT = 400_000;

/**
 * The echogarden command line and library, GPL-3.0 (github.com/echogarden-project/echogarden), which does speech synthesis and alignment in
 * Node.js.
 */
export const ECHOGARDEN = { name: 'echogarden', version: '2.10.2' } as const;

/**
 * Installs a product to compare with, unless it is already installed. Does not run its install scripts.
 *
 * @returns the file to `import()`
 * @throws Error with npm's message if installation fails
 */
export async function installPeer({ name, version }: { name: string; version: string }): Promise<string> {
  const folder = resolve(PEERS, `${name}-${version}`);
  const manifest = resolve(folder, 'node_modules', name, 'package.json');
  if (!(await isInstalled(manifest, version))) {
    await mkdir(folder, { recursive: true });
    await writeFile(resolve(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
    await run('npm', ['install', ...options, '--prefix', folder, `${name}@${version}`], {
      timeout: INSTALL_TIMEOUT,
      maxBuffer: 16 * 1024 * 1024,
    });
  }
  return findEntry(folder, name);
}

const isInstalled = async (manifest: string, version: string): Promise<boolean> =>
  existsSync(manifest) && (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version === version;

function findEntry(folder: string, name: string): string {
  return pathToFileURL(createRequire(resolve(folder, 'index.js')).resolve(name)).href;
}
