import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { serve } from '../../bin/local/serve.ts';

const stopped = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('../../lib/synthesize.ts', () => ({ synthesize: async () => ({}) }));
vi.mock('local-aws', async (load) => ({
  ...(await load<object>()),
  startLocal: async () => ({ url: '', outputs: {}, environment: {}, stop: stopped }),
}));

it.each(['/proc/avatar', '/proc/self/fd/avatar/data', '/dev/null/data'])('names the folder %s, which cannot be created', async (data) => {
  await expect(serve({ port: 0, data, fresh: false })).rejects.toThrow(`--data: could not create or use the folder ${data} (E`);
});

it('stops with the reason if it cannot write running.json', async () => {
  const data = await mkdtemp(join(tmpdir(), 'avatar-test-'));
  const before = process.umask();
  try {
    // This can neither be overwritten nor removed.
    await mkdir(join(data, 'running.json'));
    const failure = serve({ port: 0, data, fresh: false });
    await expect(failure).rejects.toMatchObject({ code: 'EISDIR', syscall: 'open' });
    expect(stopped).toHaveBeenCalledTimes(1);
    expect(process.umask()).toBe(before);
    stopped.mockRejectedValueOnce(new Error('cannot stop'));
    await expect(serve({ port: 0, data, fresh: false })).rejects.toMatchObject({ code: 'EISDIR', syscall: 'open' });
    expect(process.umask()).toBe(before);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
