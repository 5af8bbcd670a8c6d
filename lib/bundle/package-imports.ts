import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A package that a bundle needs at run time, since it is not bundled. */
export interface PackageImport {
  /** Name of the package. */
  readonly name: string;
  /** The files from the entry to the one that needs it, as they import each other. */
  readonly chain: readonly string[];
}

/** esbuild's name for its own helpers, which it bundles. */
const RUNTIME = '<runtime>';

/**
 * The packages that an output of esbuild needs at run time: those that it imports, and those that it looks up with
 * `createRequire(…).resolve('package/file')`, which is how files of layers are found.
 *
 * @param output path of the output, as the metafile names it
 * @param cwd folder that the metafile's paths begin at
 */
export function findPackageImports({ inputs, outputs }: Metafile, output: string, cwd = process.cwd()): PackageImport[] {
  const { entryPoint = '', inputs: parts } = outputs[output]!;
  const used = Object.keys(parts).filter((file) => parts[file]!.bytesInOutput > 0);
  const found = new Map<string, string>();
  for (const file of used) {
    const imported = (inputs[file]?.imports ?? []).filter(({ external, path }) => external && path !== RUNTIME && !isBuiltin(path));
    const lookedUp = file.includes('node_modules/') ? [] : lookUps(readFileSync(join(cwd, file), 'utf8'));
    for (const name of [...imported.map(({ path }) => packageOf(path)), ...lookedUp]) if (!found.has(name)) found.set(name, file);
  }
  return [...found].map(([name, file]) => ({ name, chain: findChain(inputs, entryPoint, file) }));
}

const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

const LOOK_UP = /createRequire\([^)]*\)\.resolve\(\s*['"`]([^'"`]+)/g;

/** Packages that a source looks up when it runs. A name may be a constant of the same file. */
const lookUps = (source: string): string[] =>
  Array.from(source.matchAll(LOOK_UP), ([, path = '']) =>
    packageOf(path.replace(/\$\{(\w+)\}/g, (all, name) => new RegExp(`const ${name} = '([^']+)'`).exec(source)?.[1] ?? all)),
  );

/** The shortest way over imports from one file to another. */
function findChain(inputs: Metafile['inputs'], from: string, to: string): string[] {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  for (const file of before.keys()) {
    if (file === to) break;
    for (const { path, external } of inputs[file]?.imports ?? []) if (!external && !before.has(path)) before.set(path, file);
  }
  const chain: string[] = [];
  for (let file: string | undefined = to; file !== undefined; file = before.get(file)) chain.unshift(file);
  return chain;
}
