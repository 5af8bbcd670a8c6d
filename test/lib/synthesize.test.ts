import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from '../../lib/synthesize.ts';
import { FUNCTION_NAMES, temporaryFolder, writeFiles } from './fixture.ts';

const repository = join(import.meta.dirname, '../..');
const root = temporaryFolder();
const out = join(root, 'assembly');

beforeAll(() => {
  writeFiles(root, {
    'cdk.json': '{"context":{"capacity":3}}',
    'package.json': '{"type":"module"}',
    'layers/notes.ts': '',
    'out/actors/amara.glb': 'face',
    'functions/render/Dockerfile': 'FROM scratch',
  });
  for (const name of FUNCTION_NAMES) {
    writeFiles(root, { [`functions/${name}/handler.ts`]: `export const handler = () => '${name}';` });
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
});

/** Templates and code of an assembly, by path. */
function contentsOf(assembly: string): Record<string, string> {
  const files = readdirSync(assembly, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.template.json') || file.endsWith('.mjs'),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(assembly, file), 'utf8')]));
}

const capacityOf = (assembly: string) =>
  /"CAPACITY":\s*"(\d+)"/.exec(readFileSync(join(assembly, `Avatar-local.template.json`), 'utf8'))?.[1];

describe('synthesize', () => {
  it('makes an assembly with both stacks and all bundles, and leaves nothing else behind', async () => {
    expect(await synthesize({ root, out, stage: 'local' })).toBe(out);
    const files = Object.keys(contentsOf(out));
    expect(files.filter((file) => file.endsWith('.template.json'))).toEqual([
      'Avatar-local.template.json',
      'AvatarStorage-local.template.json',
    ]);
    expect(files.filter((file) => file.endsWith('handler.mjs'))).toHaveLength(FUNCTION_NAMES.length);
    expect(readdirSync(root).filter((name) => name.startsWith('assembly'))).toEqual(['assembly']);
    expect(capacityOf(out)).toBe('3');
  });

  it('does nothing when nothing has changed', async () => {
    const before = statSync(join(out, 'manifest.json')).mtimeMs;
    await synthesize({ root, out, stage: 'local' });
    expect(statSync(join(out, 'manifest.json')).mtimeMs).toBe(before);
  });

  it('does nothing when a setting is given that is the default already', async () => {
    const before = statSync(join(out, 'manifest.json')).mtimeMs;
    await synthesize({ root, out, stage: 'local', context: { renderers: 2 } });
    expect(statSync(join(out, 'manifest.json')).mtimeMs).toBe(before);
  });

  it('makes the same assembly of the same sources', async () => {
    const other = join(root, 'again');
    await synthesize({ root, out: other, stage: 'local' });
    expect(contentsOf(other)).toEqual(contentsOf(out));
  });

  it.each([
    ['a function', 'functions/status/handler.ts', "export const handler = () => 'changed';"],
    ['a layer', 'layers/notes.ts', '// changed'],
    ['the lock file', 'package-lock.json', '{}'],
  ])('starts anew when %s has changed', async (_what, file, content) => {
    const before = statSync(join(out, 'manifest.json')).mtimeMs;
    writeFileSync(join(root, file), content);
    await synthesize({ root, out, stage: 'local' });
    expect(statSync(join(out, 'manifest.json')).mtimeMs).toBeGreaterThan(before);
  });

  it('starts anew when a setting has changed', async () => {
    await synthesize({ root, out, stage: 'local', context: { capacity: 7 } });
    expect(capacityOf(out)).toBe('7');
  });

  it('keeps the last assembly and leaves nothing behind when a function does not compile', async () => {
    writeFileSync(join(root, 'functions/status/handler.ts'), 'export const handler = ;');
    await expect(synthesize({ root, out, stage: 'local' })).rejects.toThrow(/status\/handler\.ts/);
    expect(existsSync(join(out, 'manifest.json'))).toBe(true);
    expect(readdirSync(root).filter((name) => name.startsWith('assembly'))).toEqual(['assembly']);
  });

  it('says what to run when a deployed stage lacks its ffmpeg', async () => {
    await expect(synthesize({ root, out: join(root, 'dev'), stage: 'dev' })).rejects.toThrow('npm run build:ffmpeg');
  });
});
