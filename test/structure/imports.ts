import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The repository. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Folders with the product's own code. */
const SOURCES = ['bin/**/*.ts', 'lib/**/*.ts', 'functions/**/*.ts', 'layers/**/*.ts'];

/** Files that each file of the product imports, types included; paths are relative to the repository. */
export function readImports(): Map<string, string[]> {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort();
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): string[] {
  const { module, errors } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      readFileSync(join(ROOT, file), 'utf8').slice(start + 1, end - 1),
    ),
  ];
  const own = specifiers.filter((specifier) => specifier.startsWith('.'));
  return [...new Set(own.map((specifier) => relative(ROOT, resolve(ROOT, dirname(file), specifier))))].sort();
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
