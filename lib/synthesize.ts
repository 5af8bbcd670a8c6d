import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cacheBundles } from './bundle/index.ts';
import {
  type Context,
  LOCAL_STAGE,
  readContext,
  readSettings,
  SETTING_NAMES,
  type Settings,
} from './settings/index.ts';

export interface Synthesis {
  /** Folder of the cloud assembly to make; without it one below `dist/assembly`, named after stage and sources. */
  out?: string;
  /** Overrides cdk.json's. */
  stage?: string;
  /** Settings over those of cdk.json. */
  context?: Context;
  /** Folder of the project. */
  root?: string;
}

/** What bundles and templates are made of, below the project. `lib/local` runs an assembly and has no part in it. */
const SOURCES = ['package-lock.json', 'cdk.json', 'functions/**/*', 'layers/**/*', 'lib/**/*', 'out/actors/*.key'];
const NO_SOURCES = ['lib/local/**'];

/** Milliseconds after which assemblies and bundles that nobody asked for any more are removed: a week. */
const STALE_AFTER = 7 * 86_400_000;

/** The key of an assembly lies in it; it is written last, so that half an assembly has none. */
const KEY_FILE = 'sources.sha256';

/** A template that is run where it is made needs no copies of the bundles beside it. */
const NO_COPIES = { 'aws:cdk:disable-asset-staging': true };

/**
 * Bundles the functions and synthesizes the service, unless `out` already holds what the same sources and settings made. The
 * bundles stay in `dist/bundles`, where the assemblies of all settings find them.
 *
 * @returns The folder of the cloud assembly: `out`, as an absolute path.
 * @throws Error when a setting is wrong, when a function cannot be bundled, or when the template breaks a rule.
 */
export async function synthesize({
  out,
  stage,
  context = {},
  root = join(import.meta.dirname, '..'),
}: Synthesis): Promise<string> {
  const whole = { ...readContext(join(root, 'cdk.json')), ...context, ...(stage && { stage }) };
  const settings = readSettings(whole);
  const sources = hashSources(root);
  const key = keyOf(sources, settings, whole);
  // A service that runs keeps reading its bundles: those of other sources must not take their place.
  const kept = join(root, 'dist', 'bundles', `${settings.stage}-${sources.slice(0, 12)}`);
  const bundles = await cacheBundles({ root, out: kept, stage: settings.stage, architecture: settings.architecture });
  removeStale(dirname(kept));
  const assembly = resolve(out ?? join(root, 'dist', 'assembly', `${settings.stage}-${key.slice(0, 12)}`));
  if (keptKey(assembly) === key) return assembly;
  mkdirSync(dirname(assembly), { recursive: true });
  const work = mkdtempSync(`${assembly}-`);
  try {
    // The CDK takes half a second to load: only where there is something to do.
    const { createApp } = await import('./app.ts');
    const checked = settings.stage !== LOCAL_STAGE;
    createApp({ bundles, context: { ...whole, ...NO_COPIES }, outdir: join(work, 'assembly'), checked }).synth();
    writeFileSync(join(work, 'assembly', KEY_FILE), key);
    putInPlace(join(work, 'assembly'), assembly, key);
    if (!out) removeStale(dirname(assembly));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return assembly;
}

/** Moves an assembly to its place. One of the same key that another process has put there meanwhile stays: it may be read already. */
function putInPlace(made: string, assembly: string, key: string): void {
  try {
    renameSync(made, assembly);
  } catch {
    if (keptKey(assembly) === key) return;
    rmSync(assembly, { recursive: true, force: true });
    renameSync(made, assembly);
  }
}

/** Removes what earlier sources made, which nothing can be running any more. */
function removeStale(folder: string): void {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (Date.now() - mtimeMs > STALE_AFTER) rmSync(path, { recursive: true, force: true });
  }
}

function keptKey(assembly: string): string | undefined {
  const file = join(assembly, KEY_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** A hash over all that bundles and templates are made of. */
function hashSources(root: string): string {
  const hash = createHash('sha256').update(process.version);
  const entries = globSync(SOURCES, { cwd: root, exclude: NO_SOURCES, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** A hash over everything that the assembly depends on. A setting counts by its value, whether it was given or is the default. */
function keyOf(sources: string, settings: Settings, context: Context): string {
  const others = Object.entries(context).filter(([name]) => !(SETTING_NAMES as readonly string[]).includes(name));
  return createHash('sha256')
    .update(JSON.stringify([sources, settings, others]))
    .digest('hex');
}
