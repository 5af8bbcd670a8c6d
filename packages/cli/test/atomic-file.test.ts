import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFileAtomically } from '../src/atomic-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avatar-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* breaking(): AsyncGenerator<string> {
  yield 'half';
  throw new Error('the ledger is away');
}

describe('writeFileAtomically', () => {
  it('replaces the previous file but not its mode, and leaves no other file behind', async () => {
    const path = join(folder, 'a.csv');
    await writeFileAtomically(path, 'one');
    await chmod(path, 0o640);
    await writeFileAtomically(
      path,
      (async function* () {
        yield 'two ';
        yield 'pieces';
      })(),
    );
    expect(await readFile(path, 'utf8')).toBe('two pieces');
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    await writeFileAtomically(path, new Uint8Array([51]), 0o644);
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    expect(await readdir(folder)).toEqual(['a.csv']);
  });

  it('leaves the file unchanged when writing fails', async () => {
    const path = join(folder, 'a.csv');
    await writeFile(path, 'before');
    await expect(writeFileAtomically(path, breaking())).rejects.toThrow('the ledger is away');
    expect(await readFile(path, 'utf8')).toBe('before');
    await expect(writeFileAtomically(join(folder, 'new.csv'), breaking())).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['a.csv']);
  });

  it('follows a link, and writes directly to a pipe', async () => {
    await writeFile(join(folder, 'a.csv'), '');
    await symlink('a.csv', join(folder, 'link'));
    await writeFileAtomically(join(folder, 'link'), 'through');
    expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe('through');
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const [read] = await Promise.all([readFile(pipe, 'utf8'), writeFileAtomically(pipe, 'piped')]);
    expect(read).toBe('piped');
    expect((await stat(pipe)).isFIFO()).toBe(true);
  });
});
