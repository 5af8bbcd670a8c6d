import { readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { compileKernels } from '../../../lib/bundle/kernels.ts';
import { temporaryFolder, writeFiles } from '../fixture.ts';

const MODULES = join(import.meta.dirname, '..', '..', '..', 'node_modules');

describe('compileKernels', () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder();
    symlinkSync(MODULES, join(root, 'node_modules'));
  });
  const manifest = (compiler: string) => JSON.stringify({ type: 'module', devDependencies: { assemblyscript: compiler } });
  const write = (files: Readonly<Record<string, string>>) => writeFiles(root, { 'package.json': manifest('1.0.0'), ...files });
  const start = async () => (await import(`${pathToFileURL(join(root, 'sums', 'kernel.wasm.ts'))}`)).startKernel();

  it("creates a module with a folder's exports, SIMD, and its own memory", async () => {
    write({
      'sums/kernel/add.ts': 'export function add(a: i32, b: i32): i32 { return a + b; }',
      'sums/kernel/last.ts': 'export function last(at: usize): i32 { return i32x4.extract_lane(v128.load(at), 3); }',
    });
    expect(compileKernels(root, ['sums/kernel'])).toEqual(['sums/kernel']);
    const [one, other] = [await start(), await start()];
    expect(one.add(2 ** 31 - 1, 1)).toBe(-(2 ** 31));
    for (const { memory } of [one, other]) memory.grow(1);
    new Int32Array(one.memory.buffer).set([1, 2, 3, 4]);
    expect([one.last(0), other.last(0)]).toEqual([4, 0]);
  });

  it('only recompiles changed kernels', () => {
    const source = (text: string) => `export function answer(): i32 { return ${text}; }`;
    const read = () => readFileSync(join(root, 'sums', 'kernel.wasm.ts'), 'utf8');
    write({ 'sums/kernel/answer.ts': source('41') });
    compileKernels(root, ['sums/kernel']);
    const first = read();
    expect(compileKernels(root, ['sums/kernel'])).toEqual([]);
    write({ 'sums/kernel/answer.ts': source('42') });
    expect(compileKernels(root, ['sums/kernel'])).toEqual(['sums/kernel']);
    expect(read()).not.toBe(first);
    write({ 'package.json': manifest('1.0.1') });
    expect(compileKernels(root, ['sums/kernel'])).toEqual(['sums/kernel']);
  });

  it('only needs the compiler for changed files, and suggests how to install it', () => {
    const text = 'export function answer(): i32 { return 41; }';
    write({ 'sums/kernel/answer.ts': text });
    compileKernels(root, ['sums/kernel']);
    unlinkSync(join(root, 'node_modules'));
    expect(compileKernels(root, ['sums/kernel'])).toEqual([]);
    write({ 'sums/kernel/answer.ts': `${text}\n` });
    expect(() => compileKernels(root, ['sums/kernel'])).toThrow('run "npm ci"');
  });

  it('had nothing to compile for these tests, because the modules are committed', () => expect(inject('staleKernels')).toEqual([]));

  it('names the file and line of a compile error without writing a module', () => {
    write({ 'sums/kernel/wrong.ts': '\nexport function wrong(): i32 { return missing; }' });
    expect(() => compileKernels(root, ['sums/kernel'])).toThrow(/Cannot find name 'missing'[\s\S]*sums\/kernel\/wrong\.ts\(2,/);
    expect(() => readFileSync(join(root, 'sums', 'kernel.wasm.ts'))).toThrow('ENOENT');
  });
});
