import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircle, ROOT, readImports, readWorkspaces, specifiersOf } from './imports.ts';
import { moduleOf, modulesOf } from './modules.ts';
import { PAGE, redraw } from './picture.ts';

const imports = readImports();

/** What each module of the layers may import from; `functions`, `bin` and `lib` may use all of them. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'layers/contract': [],
  'layers/media': [],
  'layers/aws': ['layers/contract'],
  'layers/billing': ['layers/contract', 'layers/aws'],
  'layers/runtime': ['layers/contract', 'layers/aws', 'layers/billing'],
  'layers/jobs': ['layers/contract', 'layers/aws', 'layers/billing', 'layers/runtime'],
  'layers/webhooks': ['layers/contract', 'layers/aws', 'layers/billing', 'layers/runtime'],
  'layers/own-avatars': ['layers/contract', 'layers/aws'],
  'layers/speech': ['layers/contract', 'layers/media'],
  'layers/animation': ['layers/contract', 'layers/speech'],
  'layers/avatar': ['layers/contract', 'layers/animation', 'layers/media'],
  'layers/canary': ['layers/contract', 'layers/animation'],
  'layers/client': [],
  'layers/studio': ['layers/client', 'layers/contract'],
};

describe('imports', () => {
  it('are read: the graph has the files and arrows of the product', () => {
    expect(imports.size).toBeGreaterThan(500);
    expect(imports.get('functions/status/handler.ts')?.length).toBeGreaterThan(0);
  });

  it('form no circle', () => expect(findCircle(imports)).toBeUndefined());

  it('find a circle where there is one', () => {
    const circle = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
    ]);
    expect(findCircle(circle)).toEqual(['a', 'b', 'c', 'a']);
  });

  it.each([...modulesOf(imports)].filter(([module]) => module.startsWith('layers/')))(
    'of %s lead downwards',
    (module, targets) => {
      expect(ALLOWED).toHaveProperty([module]);
      expect(targets.filter((target) => !ALLOWED[module]?.includes(target))).toEqual([]);
    },
  );

  it('lead into no function', () => {
    const into = [...imports].filter(
      ([file, targets]) => moduleOf(file) !== 'functions' && targets.some((target) => moduleOf(target) === 'functions'),
    );
    expect(into).toEqual([]);
  });

  it('of one function lead into no other', () => {
    const folder = (file: string) => file.split('/')[1];
    const across = [...imports].filter(
      ([file, targets]) =>
        moduleOf(file) === 'functions' &&
        targets.some((target) => moduleOf(target) === 'functions' && folder(target) !== folder(file)),
    );
    expect(across).toEqual([]);
  });
});

describe('the workspace lib/local', () => {
  const files = globSync('lib/local/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] });

  it('is read: code and tests', () => {
    expect(files).toEqual(expect.arrayContaining(['lib/local/start.ts', 'lib/local/test/start.test.ts']));
  });

  it('imports nothing of the product, and no package that its package.json does not name', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'lib/local/package.json'), 'utf8'));
    const packages = new Set(Object.keys({ ...dependencies, ...devDependencies }));
    const isOwn = (file: string, specifier: string): boolean => {
      if (specifier.startsWith('.')) return join(dirname(file), specifier).startsWith('lib/local/');
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
      return isBuiltin(specifier) || packages.has(name) || packages.has(`@types/${name}`);
    };
    const foreign = files.flatMap((file) =>
      specifiersOf(file)
        .filter((specifier) => !isOwn(file, specifier))
        .map((specifier) => `${file}: ${specifier}`),
    );
    expect(foreign).toEqual([]);
  });

  it('is imported by bin and tests only', () => {
    const users = [...imports].filter(
      ([file, targets]) =>
        !['bin', 'lib/local'].includes(moduleOf(file)) && targets.some((target) => moduleOf(target) === 'lib/local'),
    );
    expect(users).toEqual([]);
  });

  it('is imported by the name of its package, and only what that exports', () => {
    const outside = globSync(['{bin,lib,functions,layers,test}/**/*.ts'], {
      cwd: ROOT,
      exclude: ['**/node_modules/**', 'lib/local/**'],
    });
    const exported = readWorkspaces();
    const wrong = outside.flatMap((file) =>
      specifiersOf(file)
        .filter((specifier) =>
          specifier.startsWith('.')
            ? join(dirname(file), specifier).startsWith('lib/local/')
            : specifier.split('/')[0] === 'local-aws' && !exported.has(specifier),
        )
        .map((specifier) => `${file}: ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('shows the modules as they are; `npm run architecture` draws them anew', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(redraw(page)).toBe(page);
  });
});
