import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAssembly } from 'local-aws/template';
import { beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from '../../lib/synthesize.ts';
import { FUNCTION_NAMES, STANDING_FUNCTIONS, temporaryFolder, writeFiles } from './fixture.ts';

const repository = join(import.meta.dirname, '../..');
const root = temporaryFolder();
const out = join(root, 'assembly');

beforeAll(() => {
  writeFiles(root, {
    'cdk.json': '{"context":{"capacity":3,"accountConcurrency":100}}',
    'package.json': '{"type":"module"}',
    'layers/notes.ts': '',
    'functions/api/actors/posters/amara.jpg': 'poster',
    'packages/studio/tsconfig.json': '{}',
    'packages/studio/src/icon.svg': '<svg/>',
    'packages/studio/src/index.html': '',
    'packages/studio/src/docs.html': '',
    'packages/studio/src/style.css': 'body{}',
    'packages/studio/src/main.tsx': "import './style.css';",
    'packages/studio/src/reference/main.ts': "import '../style.css';",
    'functions/steps/render/image/Dockerfile': 'FROM scratch',
  });
  for (const name of FUNCTION_NAMES) {
    writeFiles(root, { [`functions/api/${name}/handler.ts`]: `export const handler = () => '${name}';` });
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
});

/** Returns the contents of all files in a folder that have a given ending, by path. */
function contentsOf(folder: string, ending: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** Returns the bundle folders that an assembly refers to. */
const codeOf = (assembly: string): string[] =>
  [...readAssembly(assembly).assets.values()].flatMap((folder) =>
    statSync(folder).isDirectory() ? Object.values(contentsOf(folder, 'handler.mjs')) : [],
  );

const bundles = join(root, 'dist', 'bundles');

const capacityOf = (assembly: string) =>
  /"CAPACITY":\s*"(\d+)"/.exec(readFileSync(join(assembly, `Avatar-local.template.json`), 'utf8'))?.[1];

describe('synthesize', () => {
  it('creates an assembly with all stacks that refers to all bundles, and does not leave other files behind', async () => {
    expect(await synthesize({ root, out, stage: 'local' })).toBe(out);
    expect(Object.keys(contentsOf(out, '.template.json'))).toEqual([
      'Avatar-local.template.json',
      'AvatarStorage-local.template.json',
      'AvatarStudio-local.template.json',
    ]);
    expect(codeOf(out)).toHaveLength(STANDING_FUNCTIONS.length);
    expect(readdirSync(bundles)).toHaveLength(1);
    expect(readdirSync(root).filter((name) => name.startsWith('assembly'))).toEqual(['assembly']);
    expect(capacityOf(out)).toBe('3');
  });

  it('does nothing if nothing has changed', async () => {
    const before = statSync(join(out, 'manifest.json')).mtimeMs;
    await synthesize({ root, out, stage: 'local' });
    expect(statSync(join(out, 'manifest.json')).mtimeMs).toBe(before);
  });

  it('does nothing if a setting equals its default', async () => {
    const before = statSync(join(out, 'manifest.json')).mtimeMs;
    await synthesize({ root, out, stage: 'local', context: { renderers: 2 } });
    expect(statSync(join(out, 'manifest.json')).mtimeMs).toBe(before);
  });

  it('creates the same assembly from the same sources', async () => {
    const other = join(root, 'again');
    await synthesize({ root, out: other, stage: 'local' });
    expect(contentsOf(other, '.template.json')).toEqual(contentsOf(out, '.template.json'));
  });

  it.each([
    ['a function', 'functions/api/status/handler.ts', "export const handler = () => 'changed';"],
    ['a layer', 'layers/notes.ts', '// changed'],
    ['the lock file', 'package-lock.json', '{}'],
  ])('starts over if %s has changed', async (_what, file, content) => {
    const before = statSync(join(out, 'manifest.json')).mtimeMs;
    writeFileSync(join(root, file), content);
    await synthesize({ root, out, stage: 'local' });
    expect(statSync(join(out, 'manifest.json')).mtimeMs).toBeGreaterThan(before);
  });

  it('creates a new template, but no new bundles, if a setting has changed', async () => {
    const made = readdirSync(bundles);
    const code = codeOf(out);
    await synthesize({ root, out, stage: 'local', context: { capacity: 7 } });
    expect(capacityOf(out)).toBe('7');
    expect(readdirSync(bundles)).toEqual(made);
    expect(codeOf(out)).toEqual(code);
  });

  it("keeps other versions' bundles for a week, because a service may be running them", async () => {
    const [oldest = ''] = readdirSync(bundles).map((name) => join(bundles, name));
    const long = new Date(Date.now() - 8 * 86_400_000);
    utimesSync(oldest, long, long);
    writeFileSync(join(root, 'layers/notes.ts'), '// changed again');
    const count = readdirSync(bundles).length;
    await synthesize({ root, out, stage: 'local' });
    expect(existsSync(oldest)).toBe(false);
    expect(readdirSync(bundles)).toHaveLength(count);
  });

  it('creates bundles once for concurrent calls', async () => {
    writeFileSync(join(root, 'layers/notes.ts'), '// changed for two');
    const both = ['one', 'two'].map((name) => synthesize({ root, out: join(root, name), stage: 'local' }));
    const [one = '', two = ''] = await Promise.all(both);
    expect(codeOf(one)).toHaveLength(STANDING_FUNCTIONS.length);
    expect(codeOf(two)).toEqual(codeOf(one));
  });

  it('keeps the previous assembly if a function does not compile', async () => {
    writeFileSync(join(root, 'functions/api/status/handler.ts'), 'export const handler = ;');
    await expect(synthesize({ root, out, stage: 'local' })).rejects.toThrow(/status\/handler\.ts/);
    expect(existsSync(join(out, 'manifest.json'))).toBe(true);
    expect(readdirSync(bundles).filter((name) => !/^local-[0-9a-f]{12}$/.test(name))).toEqual([]);
    expect(readdirSync(root).filter((name) => name.startsWith('assembly'))).toEqual(['assembly']);
  });

  it('names the command to run if ffmpeg is missing for a deployed stage', async () => {
    await expect(synthesize({ root, out: join(root, 'dev'), stage: 'dev' })).rejects.toThrow('npm run build:ffmpeg');
  });
});
