import { expect, it } from 'vitest';
import { startEventBridge } from '../../src/eventbridge/index.ts';
import { makeDirectory, PLACE, removeDirectory } from '../../src/testing.ts';
import { writeAndKill } from '../kill.ts';

it('delivers pending events after kill -9', async () => {
  const dir = makeDirectory();
  const published = await writeAndKill(new URL('./writer.ts', import.meta.url), dir, 50);
  const received = new Set<number>();
  const rule = { Name: 'all', EventPattern: { source: ['test'] }, Targets: [{ Id: 't', Arn: 'function' }] };
  const events = await startEventBridge({
    dir,
    place: PLACE,
    buses: [],
    rules: [rule],
    find: () => ({ kind: 'function', invoke: async ({ detail }) => received.add(Number(detail.n)) }),
  });
  while (events.pending() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await events.stop();
  removeDirectory(dir);
  const odd = published.map(Number).filter((n) => n % 2 === 1);
  expect(odd.length).toBeGreaterThan(10);
  expect(odd.filter((n) => !received.has(n))).toEqual([]);
});
