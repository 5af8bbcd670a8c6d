import { expect, it } from 'vitest';
import { startSqs } from '../../src/sqs/index.ts';
import { makeDirectory, PLACE, removeDirectory } from '../../src/testing.ts';
import { writeAndKill } from '../kill.ts';
import { QUEUES } from './queues.ts';

it('has every message after kill -9, except acknowledged deletions', async () => {
  const dir = makeDirectory();
  const lines = await writeAndKill(new URL('./writer.ts', import.meta.url), dir, 300);
  const ids = (kind: string) => lines.filter((line) => line.startsWith(kind)).map((line) => line.split(' ')[1]!);
  const sqs = await startSqs({ dir, place: PLACE, queues: QUEUES });
  const left = new Set<string>();
  const queue = sqs.queue('work');
  for (;;) {
    const messages = await queue.receive({ limit: 10, wait: 1500 });
    if (messages.length === 0) break;
    for (const { id, receipt } of messages) {
      expect(left.has(id)).toBe(false);
      left.add(id);
      queue.remove(receipt);
    }
  }
  await sqs.stop();
  removeDirectory(dir);
  const done = new Set(ids('done'));
  expect(done.size).toBeGreaterThan(0);
  // One deletion and one send may have succeeded but not been reported before the process was killed.
  const owed = ids('sent').filter((id) => !done.has(id));
  expect(owed.filter((id) => !left.has(id)).length).toBeLessThanOrEqual(1);
  expect([...done].filter((id) => left.has(id))).toEqual([]);
});
