import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAssets } from 'local-aws/assets';
import { createEnvironment, type FunctionDefinition } from 'local-aws/lambda';
import { readDeployment } from 'local-aws/template';
import { readFunctions } from 'local-aws/wiring';
import { synthesize } from '../../lib/synthesize.ts';
import type { Figure, Section } from '../report.ts';

/** Number of times that each function is imported. The median is reported. */
const RUNS = 5;

/** AWS endpoint for the functions. Importing them does not send any requests. */
const ENDPOINT = 'http://127.0.0.1:9';

/**
 * Measures the size and import time of every packaged function, with the environment variables from the template. Importing is the first
 * part of a cold start.
 */
export async function measureBundles(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  const deployment = readDeployment(await synthesize({ stage: 'local' }), ENDPOINT);
  const assets = openAssets(folder);
  try {
    const functions = readFunctions(deployment).map(assets.linkFunction);
    const surroundings = { place: deployment.place, endpoint: ENDPOINT, secretOf: () => 'secret', caches: folder };
    return {
      title: 'Functions',
      figures: functions.flatMap((definition) => measure(definition, createEnvironment(definition, surroundings, folder, '-'))),
    };
  } finally {
    assets.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure({ code, name, variables }: FunctionDefinition, environment: Record<string, string>): Figure[] {
  const files = readdirSync(code, { withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(join(code, file.name)).size, 0);
  const times = Array.from({ length: RUNS }, () => importTime(join(code, 'handler.mjs'), environment));
  const service = variables.POWERTOOLS_SERVICE_NAME ?? name;
  return [
    { name: `${service}, bundle`, value: bytes / 1024, unit: 'KB' },
    { name: `${service}, loaded at start`, value: loadedBytes(code) / 1024, unit: 'KB' },
    { name: `${service}, import`, value: times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!, unit: 'ms' },
  ];
}

/** Returns the size of a handler together with its static imports, in bytes. */
function loadedBytes(folder: string): number {
  const files = new Set(['handler.mjs']);
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import)"\.\/(\w+\.mjs)"/g)) files.add(name);
  return [...files].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

/** Measures how long it takes to import a handler in a new process without a compile cache, in ms. */
function importTime(file: string, { NODE_COMPILE_CACHE: _, ...env }: Record<string, string>): number {
  const script = 'const t = performance.now(); await import(process.argv[1]); console.log(performance.now() - t); process.exit()';
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, file], {
    env,
    encoding: 'utf8',
    timeout: 20_000,
  });
  return Number(output.trim().split('\n').at(-1));
}
