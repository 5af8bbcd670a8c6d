import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { readTool } from './tool.ts';

/**
 * `npm run client`: builds the package of the TypeScript client in packages/client/dist, as one ES module without dependencies and
 * its types.
 */
readTool('npm run client', {}, []);
const project = join(import.meta.dirname, '..');
const folder = join(project, 'packages', 'client');
const dist = join(folder, 'dist');
rmSync(dist, { recursive: true, force: true });
await build({
  entryPoints: [join(folder, 'index.ts')],
  outfile: join(dist, 'index.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  mainFields: ['module', 'main'],
  legalComments: 'inline',
});
execFileSync(join(project, 'node_modules', '.bin', 'tsc'), ['-p', folder], { stdio: 'inherit' });
console.log(`${dist}: the client; install it in a project with "npm install ${folder}", or publish it with "npm publish packages/client"`);
