import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { environments, type FunctionName } from '../../../layers/runtime/environment.ts';
import { bundle } from '../../../lib/bundle/index.ts';
import type { Figure, Section } from '../report.ts';

/** Runs of each import; the median counts. */
const RUNS = 5;

/** Size and import time of every function: what a cold start pays before our first line runs. */
export async function measureBundles(): Promise<Section> {
  const root = process.cwd();
  const { functions } = await bundle({ root, out: join(root, 'dist', 'bench'), stage: 'local', architecture: 'arm64' });
  const names = Object.keys(environments) as FunctionName[];
  return { title: 'Functions', figures: names.flatMap((name) => measure(name, join(functions, name))) };
}

function measure(name: FunctionName, folder: string): Figure[] {
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const times = Array.from({ length: RUNS }, () => importTime(name, join(folder, 'handler.mjs'))).sort((a, b) => a - b);
  return [
    { name: `${name}, bundle`, value: bytes / 1024, unit: 'KB' },
    { name: `${name}, import`, value: times[Math.floor(RUNS / 2)] ?? Number.NaN, unit: 'ms' },
  ];
}

/** Milliseconds that a fresh process takes to import a handler. */
function importTime(name: FunctionName, file: string): number {
  const script =
    'const t = performance.now(); await import(process.argv[1]); console.log(performance.now() - t); process.exit()';
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, file], {
    env: {
      PATH: process.env.PATH,
      AWS_REGION: 'us-east-1',
      NODE_PATH: join(process.cwd(), 'node_modules'),
      ...stubEnvironment(name),
    },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return Number(output.trim().split('\n').at(-1));
}

/** Some value for each variable of a function, so that its module can be loaded outside of the service. */
function stubEnvironment(name: FunctionName): Record<string, string> {
  const special: Record<string, string> = {
    IDENTIFIERS: '{}',
    AUDIO_STORES: '{}',
    CAPACITY: '1',
    RETENTION_DAYS: '1',
    OUTBOUND: 'public',
    TTS: 'embedded',
  };
  return Object.fromEntries(Object.keys(environments[name].entries).map((key) => [key, special[key] ?? 'bench']));
}
