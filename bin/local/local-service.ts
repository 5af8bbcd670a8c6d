import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalService } from '@talking-avatar/cli';
import { DEFAULT_DATA, readRunning } from './running.ts';

const project = join(import.meta.dirname, '..', '..');

/** The service in this checkout, for the client commands. */
export const localService: LocalService = {
  async find(data = DEFAULT_DATA) {
    const running = await readRunning(data);
    if (!running) return undefined;
    const token = await readFile(join(data, 'demo-token'), 'utf8').catch(() => undefined);
    return { url: running.url, ...(token !== undefined && { token }) };
  },
  async start(data = DEFAULT_DATA, { actor, report }) {
    // The script reports what it installs on stderr.
    execFileSync('sh', [join('bin', 'with-setup.sh'), 'true'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
    // Imported on demand because the CDK takes seconds to load, and commands for a running service do not need it.
    const [{ serveWhileBaking }, { demoToken }] = await Promise.all([import('./serve-while-baking.ts'), import('./demo-token.ts')]);
    const { url, outputs, stop } = await serveWhileBaking({ port: 0, data, fresh: false }, { first: [actor], report });
    return { url, token: await demoToken(data, outputs.TokensTable ?? ''), stop };
  },
};
