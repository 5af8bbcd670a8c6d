import { afterEach, expect, it, vi } from 'vitest';
import { startSqs } from '../../src/sqs/index.ts';
import { makeDirectory, PLACE, removeDirectory } from '../../src/testing.ts';
import { QUEUES } from './queues.ts';

const HOUR = 3_600_000;

afterEach(() => vi.restoreAllMocks());

/** Shifts the clock of this process from now on. @param shift in ms */
function moveClock(shift: number): void {
  vi.restoreAllMocks();
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + shift);
}

it.each([false, true])('receives a message soon after the clock is set back (restarted: %s)', async (restarted) => {
  const dir = makeDirectory();
  const start = () => startSqs({ dir, place: PLACE, queues: QUEUES });
  let sqs = await start();
  const { definition } = sqs.queue('work');
  sqs.queue('work').send({ body: 'waits' });
  sqs.queue('work').send({ body: 'is in flight' });
  const [first] = await sqs.queue('work').receive();
  expect(first?.body).toBe('waits');
  if (restarted) {
    await sqs.stop();
    sqs = await start();
  }
  moveClock(-HOUR);
  const received = async () => (await sqs.queue('work').receive({ limit: 10, wait: 10 })).map(({ body }) => body);
  expect(await received()).toEqual(['is in flight']);
  moveClock(-HOUR + (definition.visibilityTimeout + 1) * 1000);
  expect((await received()).sort()).toEqual(['is in flight', 'waits']);
  await sqs.stop();
  removeDirectory(dir);
});
