import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where other products that the bench measures are installed; they are no dependencies of ours. */
const PEERS = 'out/peers';

/** Milliseconds that npm may take. */
const PATIENCE = 400_000;

/**
 * The echogarden command line and library, GPL-3.0 (github.com/echogarden-project/echogarden): speech synthesis and alignment for
 * Node.js.
 */
export const ECHOGARDEN = { name: 'echogarden', version: '2.10.2' } as const;

/**
 * Installs a product to compare with, once, without running its install scripts.
 * @returns the file that `import()` takes for it
 * @throws Error with npm's own words when it cannot be installed
 */
export async function installPeer({ name, version }: { name: string; version: string }): Promise<string> {
  const folder = resolve(PEERS, `${name}-${version}`);
  const manifest = resolve(folder, 'node_modules', name, 'package.json');
  if (!(await isInstalled(manifest, version))) {
    await mkdir(folder, { recursive: true });
    await writeFile(resolve(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
    await run('npm', ['install', ...options, '--prefix', folder, `${name}@${version}`], {
      timeout: PATIENCE,
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
