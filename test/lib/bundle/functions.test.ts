import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleFunctions, functionFolders } from '../../../lib/bundle/index.ts';
import { temporaryFolder, writeFiles } from '../fixture.ts';

function project(files: Readonly<Record<string, string>>): { sources: string; out: string } {
  const folder = temporaryFolder();
  writeFiles(folder, { 'package.json': '{"type":"module"}', ...files });
  return { sources: join(folder, 'functions'), out: join(folder, 'out') };
}

const read = (out: string, name: string): string => readFileSync(join(out, name, 'handler.mjs'), 'utf8');

describe('bundleFunctions', () => {
  it('creates one ES module per function with all its imports', async () => {
    const { sources, out } = project({
      'shared.ts': 'export const greeting: string = "hello";',
      'functions/steps/one/handler.ts': 'import { greeting } from "../../../shared.ts"; export const handler = () => greeting;',
      'functions/steps/two/handler.ts': 'import { greeting } from "../../../shared.ts"; export const handler = () => greeting + 2;',
    });
    const bundles = await bundleFunctions({ sources, out });
    expect(bundles).toEqual([
      { name: 'one', directory: join(out, 'one'), bytes: read(out, 'one').length },
      { name: 'two', directory: join(out, 'two'), bytes: read(out, 'two').length },
    ]);
    const { handler } = await import(join(out, 'two', 'handler.mjs'));
    expect(handler()).toBe('hello2');
  });

  it("puts `generate`'s lazy imports in a separate file", async () => {
    const { sources, out } = project({
      'later.ts': 'export const word = "in the other file";',
      'functions/steps/generate/handler.ts': 'export const handler = async () => (await import("../../../later.ts")).word;',
    });
    const [bundle] = await bundleFunctions({ sources, out });
    expect(read(out, 'generate')).not.toContain('in the other file');
    const files = readdirSync(join(out, 'generate'));
    expect(bundle?.bytes).toBe(files.reduce((sum, name) => sum + statSync(join(out, 'generate', name)).size, 0));
    const { handler } = await import(join(out, 'generate', 'handler.mjs'));
    expect(await handler()).toBe('in the other file');
  });

  it("skips a user's credentials and continues with a container's", async () => {
    const { sources, out } = project({
      'functions/steps/one/handler.ts': `import { fromIni } from '@aws-sdk/credential-provider-ini'; export const handler = fromIni();`,
    });
    await bundleFunctions({ sources, out });
    const { handler } = await import(join(out, 'one', 'handler.mjs'));
    await expect(handler()).rejects.toMatchObject({ tryNextLink: true });
  });

  it('produces the same bytes from the same sources in any folder', async () => {
    const files = {
      'functions/steps/one/handler.ts': 'class Fault extends Error {}; export const handler = () => { throw new Fault("x"); };',
    };
    const [first, second] = [project(files), project(files)];
    await bundleFunctions(first);
    await bundleFunctions(second);
    expect(read(first.out, 'one')).toBe(read(second.out, 'one'));
  });

  it('defines require for CommonJS dependencies', async () => {
    const { sources, out } = project({
      'functions/steps/one/handler.ts': 'import { sep } from "../../../old.cjs"; export const handler = () => sep;',
      'old.cjs': 'module.exports = { sep: require("node:path").sep };',
    });
    await bundleFunctions({ sources, out });
    const { handler } = await import(join(out, 'one', 'handler.mjs'));
    expect(handler()).toBe('/');
  });

  it('rejects a function that needs a package in the image, with the import chain', async () => {
    const { sources, out } = project({
      'functions/steps/plan/handler.ts': 'import { plan } from "../../../video/index.ts"; export const handler = plan;',
      'functions/steps/render/handler.ts': 'import { draw } from "../../../video/index.ts"; export const handler = draw;',
      'video/index.ts': 'export * from "./video.ts";',
      'video/video.ts': 'import sharp from "sharp"; export const plan = () => 1; export const draw = () => sharp;',
    });
    await expect(bundleFunctions({ sources, out })).rejects.toThrow(
      /^plan needs the package sharp: [^\n]*functions\/steps\/plan\/handler\.ts → .*video\/index\.ts → .*video\/video\.ts → sharp\nImport/,
    );
  });

  it('rejects a function that looks up a package that is not in its layers', async () => {
    const look = (name: string) => `import { createRequire } from 'node:module';
      const NAME = '${name}';
      export const handler = () => createRequire(import.meta.url).resolve(\`\${NAME}/data\`);`;
    const { sources, out } = project({
      'functions/steps/export/handler.ts': look('baked-actors'),
      'functions/steps/align/handler.ts': look('kuromoji'),
      'functions/steps/solve/handler.ts': look('kuromoji'),
    });
    await expect(bundleFunctions({ sources, out })).rejects.toThrow(
      /^solve needs the package kuromoji: [^\n]*functions\/steps\/solve\/handler\.ts → kuromoji\nImport/,
    );
  });

  it('includes packages of task programs, but only those that remain in the bundle', async () => {
    const { sources, out } = project({
      'functions/steps/render/handler.ts': 'export const handler = 1;',
      'functions/steps/render/task.ts': 'import "webgpu";',
      'functions/steps/solve/handler.ts': 'import { solve } from "../../../both.ts"; export const handler = solve;',
      'both.ts': 'export { solve } from "./solve.ts"; export { draw } from "./draw.ts";',
      'solve.ts': 'export const solve = 1;',
      'draw.ts': 'import sharp from "sharp"; export const draw = sharp;',
      'package.json': '{"type":"module","sideEffects":false}',
    });
    await bundleFunctions({ sources, out });
    expect(readFileSync(join(out, 'render', 'task.mjs'), 'utf8')).toMatch(/import"webgpu"/);
  });

  it('removes the bundle of a deleted function', async () => {
    const { sources, out } = project({ 'functions/steps/one/handler.ts': 'export const handler = 1;' });
    writeFiles(out, { 'gone/handler.mjs': '' });
    await bundleFunctions({ sources, out });
    expect([...functionFolders(sources).keys()]).toEqual(['one']);
    expect(() => read(out, 'gone')).toThrow('ENOENT');
  });

  it('names a file that does not compile', async () => {
    const { sources, out } = project({
      'functions/steps/one/handler.ts': 'import { a } from "./missing.ts"; export const handler = a;',
    });
    await expect(bundleFunctions({ sources, out })).rejects.toThrow(/functions\/steps\/one\/handler\.ts.*missing/);
  });
});
