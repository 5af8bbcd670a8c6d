import { existsSync, globSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { buildOnce } from './build-once.ts';
import { findPackageImports } from './package-imports.ts';
import { IMAGE_PACKAGES, packagesOf } from './packages.ts';

export interface FunctionBundle {
  name: string;
  /** Folder with `handler.mjs`, which is deployed as an asset. */
  directory: string;
  /** Size of the handler plus the parts that are loaded on demand, in bytes. */
  bytes: number;
}

/** Functions that clients wait for and that rarely need some of their code. That code is put in a separate file and loaded on demand. */
const DIVIDED: readonly string[] = ['generate'];

/**
 * Bundles every function (`sources/KIND/NAME/handler.ts`) and task (`task.ts`) into `out/NAME` in one call, so that shared sources are
 * parsed only once. Divided functions are bundled separately. The same sources always produce the same bytes.
 * @param out folder to write to; it is emptied first
 * @returns the bundles, sorted by name
 * @throws the esbuild error with file and line, or an Error with the import chain of a package that is in neither the layers nor the image
 * (packages.ts)
 */
export async function bundleFunctions({ sources, out }: { sources: string; out: string }): Promise<FunctionBundle[]> {
  const folders = functionFolders(sources);
  const names = [...folders.keys()];
  rmSync(out, { recursive: true, force: true });
  const build = (entries: readonly { in: string; out: string }[], more: Pick<BuildOptions, 'splitting' | 'chunkNames'> = {}) =>
    buildOnce({ entryPoints: [...entries], outdir: out, outExtension: { '.js': '.mjs' }, ...bundling(), ...more });
  const entriesOf = (name: string) =>
    ENTRIES.map((entry) => ({ in: join(folders.get(name)!, `${entry}.ts`), out: join(name, entry) })).filter((entry) =>
      existsSync(entry.in),
    );
  const builds = [await build(names.filter((name) => !DIVIDED.includes(name)).flatMap(entriesOf))];
  for (const name of names.filter((name) => DIVIDED.includes(name)))
    builds.push(await build(entriesOf(name), { splitting: true, chunkNames: join(name, '[hash]') }));
  const metafile = {
    inputs: Object.assign({}, ...builds.map(({ metafile: { inputs } }) => inputs)),
    outputs: Object.assign({}, ...builds.map(({ metafile: { outputs } }) => outputs)),
  } satisfies Metafile;
  checkPackageImports(metafile, out);
  return names.map((name) => ({ name, directory: join(out, name), bytes: bytesOf(metafile, join(out, name)) }));
}

/** Bundles a single program the way functions are bundled, for measurements. */
export async function bundleProgram(source: string, out: string): Promise<void> {
  await buildOnce({ entryPoints: [source], outfile: out, ...bundling() });
}

/** AWS SDK credential providers that the default chain tries after the environment variables and before the container endpoint. */
const PROFILE_PROVIDERS = ['ini', 'process', 'sso', 'web-identity'].map((name) => `@aws-sdk/credential-provider-${name}`);

const bundling = () =>
  ({
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Node.js reads UTF-8, and an escape sequence is twice as long as the character.
    charset: 'utf8',
    // The ES modules of the AWS SDK can be tree-shaken. Its CommonJS files, which are the default, would make bundles 50% larger.
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
    banner: { js: REQUIRE },
    alias: Object.fromEntries(PROFILE_PROVIDERS.map((name) => [name, join(import.meta.dirname, 'no-profiles.ts')])),
    external: [...IMAGE_PACKAGES],
  }) satisfies BuildOptions;

/** @throws Error that names every function that lacks a package */
function checkPackageImports(metafile: Metafile, out: string): void {
  const faults = Object.keys(metafile.outputs).flatMap((output) => {
    const [name = ''] = relative(out, resolve(output)).split(sep);
    const declared = packagesOf(name);
    return findPackageImports(metafile, output)
      .filter((need) => !declared.includes(need.name))
      .map((need) => `${name} needs the package ${need.name}: ${[...need.chain, need.name].join(' → ')}`);
  });
  if (faults.length === 0) return;
  throw new Error(
    `${faults.join('\n')}\nImport from a module that does not need it, or add a layer that contains it to the function (lib/bundle/packages.ts)`,
  );
}

/** Entry points in a function folder. Lambda calls the handler, and ECS starts the task. */
const ENTRIES = ['handler', 'task'] as const;

/** Returns the function folders by name, sorted. A function is any `KIND/NAME/handler.ts` in the sources. */
export function functionFolders(sources: string): ReadonlyMap<string, string> {
  const folders = globSync('*/*/handler.ts', { cwd: sources }).map((handler) => join(sources, dirname(handler)));
  return new Map(folders.map((folder): [string, string] => [basename(folder), folder]).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Defines `require` for CommonJS dependencies, because it does not exist in ES modules. */
const REQUIRE = "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/** @param folder folder of a function */
const bytesOf = ({ outputs }: Metafile, folder: string): number =>
  Object.entries(outputs)
    .filter(([path]) => resolve(dirname(path)) === resolve(folder) && basename(path) !== 'task.mjs')
    .reduce((sum, [, { bytes }]) => sum + bytes, 0);
