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
import { bundle } from './bundle/index.ts';
import { type Context, readContext, readSettings, SETTING_NAMES, type Settings } from './settings.ts';

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

/** What an assembly is made of, below the project. `lib/local` runs an assembly and has no part in it. */
const SOURCES = ['package-lock.json', 'cdk.json', 'functions/**/*', 'layers/**/*', 'lib/**/*', 'out/actors/*.key'];
const NO_SOURCES = ['lib/local/**'];

/** Milliseconds after which an assembly that was not made again is removed: a week. */
const STALE_AFTER = 7 * 86_400_000;

/** The key of an assembly lies in it; it is written last, so that half an assembly has none. */
const KEY_FILE = 'sources.sha256';

/**
 * Bundles the functions and synthesizes the service, unless `out` already holds what the same sources and settings made.
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
  const key = keyOf(root, settings, whole);
  // A service that runs keeps reading its bundles: an assembly of other sources or settings must not take its place.
  const assembly = resolve(out ?? join(root, 'dist', 'assembly', `${settings.stage}-${key.slice(0, 12)}`));
  if (keptKey(assembly) === key) return assembly;
  mkdirSync(dirname(assembly), { recursive: true });
  const work = mkdtempSync(`${assembly}-`);
  try {
    const bundles = await bundle({ root, out: join(work, 'dist'), stage: settings.stage });
    // The CDK takes half a second to load: only where there is something to do.
    const { createApp } = await import('./app.ts');
    createApp({ bundles, context: whole, outdir: join(work, 'assembly') }).synth();
    writeFileSync(join(work, 'assembly', KEY_FILE), key);
    rmSync(assembly, { recursive: true, force: true });
    renameSync(join(work, 'assembly'), assembly);
    if (!out) removeStale(dirname(assembly));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return assembly;
}

/** Removes the assemblies of earlier sources that nothing can be running any more. */
function removeStale(folder: string): void {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (Date.now() - statSync(path).mtimeMs > STALE_AFTER) rmSync(path, { recursive: true, force: true });
  }
}

function keptKey(assembly: string): string | undefined {
  const file = join(assembly, KEY_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** A hash over everything that the assembly depends on. A setting counts by its value, whether it was given or is the default. */
function keyOf(root: string, settings: Settings, context: Context): string {
  const others = Object.entries(context).filter(([name]) => !(SETTING_NAMES as readonly string[]).includes(name));
  const hash = createHash('sha256').update(JSON.stringify([process.version, settings, others]));
  const entries = globSync(SOURCES, { cwd: root, exclude: NO_SOURCES, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
