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
import type { NeuralVoice } from '@talking-avatar/speech/neural';
import { cacheBundles } from './bundle/index.ts';
import { selectVoices } from './bundle/voices.ts';
import { type Context, LOCAL_STAGE, readContext, readSettings, SETTING_NAMES, type Settings } from './settings/index.ts';

export interface Synthesis {
  /** Cloud assembly folder. By default, it is a folder in `dist/assembly` that is named after the stage and the sources. */
  out?: string;
  /** Overrides the stage in cdk.json. */
  stage?: string;
  /** Settings that override cdk.json. */
  context?: Context;
  /** Project folder. */
  root?: string;
}

/**
 * Sources of the bundles and templates. `local-aws` is left out because it only runs an assembly, and actors are left out because they are
 * read as they are baked.
 */
const SOURCES = [
  'package-lock.json',
  'cdk.json',
  'functions/**/*',
  'layers/**/*',
  'lib/**/*',
  'packages/*/{package.json,tsconfig.json,src/**/*}',
];
/** Keys of the baked actors. The bundles for a deployed stage contain the actors, whereas those for the local stage link to them. */
const ACTOR_KEYS = 'out/actors/*.key';
const NO_SOURCES = ['packages/{actors,cli,local-aws}/**'];

/** Age at which unused assemblies and bundles are removed, in ms (one week). */
const STALE_AFTER = 7 * 86_400_000;

/** File with the key of an assembly. It is written last, so it is missing from an incomplete assembly. */
const KEY_FILE = 'sources.sha256';

/** The local service reads the bundles where they are, so no copies are needed. */
const NO_COPIES = { 'aws:cdk:disable-asset-staging': true };

/**
 * Bundles the functions and synthesizes the service, unless `out` already contains the result for the same sources and settings. All
 * assemblies share the bundles in `dist/bundles`.
 * @returns `out` as an absolute path
 * @throws Error if a setting is invalid, a function cannot be bundled, or the template violates a rule
 */
export async function synthesize({ out, stage, context = {}, root = join(import.meta.dirname, '..') }: Synthesis): Promise<string> {
  const whole = { ...readContext(join(root, 'cdk.json')), ...context, ...(stage && { stage }) };
  const settings = readSettings(whole);
  const voices = selectVoices(root, settings.voices);
  const sources = hashSources(root, voices, settings.stage === LOCAL_STAGE ? SOURCES : [...SOURCES, ACTOR_KEYS]);
  const key = keyOf(sources, settings, whole);
  // A running service reads its bundles, so bundles built from different sources must go in a separate folder.
  const kept = join(root, 'dist', 'bundles', `${settings.stage}-${sources.slice(0, 12)}`);
  const { architecture } = settings;
  const bundles = await cacheBundles({ root, out: kept, stage: settings.stage, architecture, voices });
  removeStale(dirname(kept));
  const assembly = resolve(out ?? join(root, 'dist', 'assembly', `${settings.stage}-${key.slice(0, 12)}`));
  if (keptKey(assembly) === key) return assembly;
  mkdirSync(dirname(assembly), { recursive: true });
  const work = mkdtempSync(`${assembly}-`);
  try {
    // Imported on demand because the CDK takes half a second to load.
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

/** Moves an assembly into place, unless another process has already put the same one there, because that one may be in use. */
function putInPlace(made: string, assembly: string, key: string): void {
  try {
    renameSync(made, assembly);
  } catch {
    if (keptKey(assembly) === key) return;
    rmSync(assembly, { recursive: true, force: true });
    renameSync(made, assembly);
  }
}

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

/** Returns a hash of the voices and of all sources of the bundles and templates. */
function hashSources(root: string, voices: readonly NeuralVoice[], patterns: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  if (voices.length > 0) hash.update(JSON.stringify(voices));
  const entries = globSync(patterns, { cwd: root, exclude: NO_SOURCES, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Returns a hash of everything that an assembly depends on: the sources and all settings, including defaults. */
function keyOf(sources: string, settings: Settings, context: Context): string {
  const others = Object.entries(context).filter(([name]) => !(SETTING_NAMES as readonly string[]).includes(name));
  return createHash('sha256')
    .update(JSON.stringify([sources, settings, others]))
    .digest('hex');
}
