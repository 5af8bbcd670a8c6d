import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openLog } from '../src/log.ts';
import { makeDirectory, removeDirectory } from '../src/testing.ts';

it('keeps the last lines across restarts in up to two files of the maximum size', async () => {
  const dir = makeDirectory();
  for (let start = 0; start < 3; start += 1) {
    const log = openLog(dir, 'work', 1_000);
    for (let line = 0; line < 50; line += 1) {
      const text = `start ${start}, line ${line} ${'.'.repeat(80)}`;
      log.write(text);
      // Functions print lines over time, so by the time the next file is started, earlier lines are already on disk.
      if (line % 10 === 9) await vi.waitFor(() => expect(readFileSync(join(dir, 'work.log'), 'utf8')).toContain(text), 60_000);
    }
    await log.close();
  }
  expect(readdirSync(dir).sort()).toEqual(['work.log', 'work.old.log']);
  const kept = ['work.old.log', 'work.log'].flatMap((name) => readFileSync(join(dir, name), 'utf8').trim().split('\n'));
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.length).toBeLessThan(24);
  expect(kept.map((line) => line.split(' .')[0])).toEqual(
    Array.from({ length: kept.length }, (_, at) => `start 2, line ${50 - kept.length + at}`),
  );
  removeDirectory(dir);
});
