import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A package that is not bundled and is therefore needed at run time. */
export interface PackageImport {
  readonly name: string;
  /** Import chain from the entry point to the file that needs the package. */
  readonly chain: readonly string[];
}

/** Name under which esbuild bundles its own helpers. */
const RUNTIME = '<runtime>';

/**
 * Finds the packages that a bundle needs at run time. They are either imported or, for files in layers, looked up with
 * `createRequire(…).resolve('package/file')`.
 * @param output path in the metafile
 * @param cwd base of the paths in the metafile
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

/** Returns the packages that a source looks up at run time. The name may be given as a constant in the same file. */
const lookUps = (source: string): string[] =>
  Array.from(source.matchAll(LOOK_UP), ([, path = '']) =>
    packageOf(path.replace(/\$\{(\w+)\}/g, (all, name) => new RegExp(`const ${name} = '([^']+)'`).exec(source)?.[1] ?? all)),
  );

/** Finds the shortest import chain between two files. */
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
