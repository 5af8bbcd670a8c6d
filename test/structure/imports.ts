import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The repository. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Folders with code that runs; the tests of a workspace lie beside its code. */
const SOURCES = ['bin/**/*.ts', 'lib/**/*.ts', 'functions/**/*.ts', 'layers/**/*.ts'];
const TESTS = ['**/node_modules/**', 'lib/local/test/**', 'lib/local/vitest.config.ts'];

/** Files that each file of the repository imports, types included; paths are relative to the repository. */
export function readImports(): Map<string, string[]> {
  const own = readWorkspaces();
  const files = globSync(SOURCES, { cwd: ROOT, exclude: TESTS }).sort();
  return new Map(
    files.map((file) => {
      const targets = specifiersOf(file).flatMap((specifier) => {
        if (specifier.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(file), specifier));
        return own.get(specifier) ?? [];
      });
      return [file, [...new Set(targets)].sort()];
    }),
  );
}

/** The files of the repository's workspaces, by the specifiers that import them: `local-aws/s3`. */
export function readWorkspaces(): Map<string, string> {
  const { workspaces } = readPackage('.') as { workspaces: string[] };
  return new Map(
    workspaces.flatMap((folder) => {
      const { name, exports } = readPackage(folder) as { name: string; exports: Record<string, string> };
      return Object.entries(exports).map(([path, file]) => [join(name, path), join(folder, file)] as const);
    }),
  );
}

const readPackage = (folder: string): unknown => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));

/** What a file imports and re-exports, as it is written. */
export function specifiersOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^'(.*)'$/.exec(source.slice(start, end))?.[1] ?? [],
    ),
  ];
}

/** A circle of imports, as the files along it; undefined where there is none. */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
}
