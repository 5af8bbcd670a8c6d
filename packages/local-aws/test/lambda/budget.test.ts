import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MemoryBudget } from '../../src/lambda/budget.ts';
import type { Pool } from '../../src/lambda/pool.ts';

/**
 * Requests more memory than the limit of the service allows while `working` processes are busy.
 *
 * @returns whether the request was admitted or has to wait
 */
async function admit(working: number): Promise<string> {
  const messages: string[] = [];
  const pool = { working, idleSince: undefined, measureMemory: () => 0 } as unknown as Pool;
  const budget = new MemoryBudget({ limit: 500, pools: () => [pool], onExceeded: (text) => void messages.push(text) });
  const admitted = budget.admit(false, 1_000).then(() => 'admitted');
  return `${await Promise.race([admitted, setImmediate('waits')])}, ${messages.length} messages`;
}

it('starts a process immediately, with a message, if no memory can be freed', async () => {
  expect(await admit(0)).toBe('admitted, 1 messages');
});

it('makes a process wait while busy processes may still free memory', async () => {
  expect(await admit(1)).toBe('waits, 0 messages');
});

it('says nothing if memory was freed in the meantime', async () => {
  const messages: string[] = [];
  // Measured memory, in MB: resident and proportional when looking for room, and then 0 when computing the excess.
  const sizes = [200_000, 200_000];
  const pool = { working: 0, idleSince: undefined, measureMemory: () => sizes.shift() ?? 0 } as unknown as Pool;
  const budget = new MemoryBudget({ limit: 100_000, pools: () => [pool], onExceeded: (text) => void messages.push(text) });
  await budget.admit(false, 450);
  expect(sizes).toEqual([]);
  expect(messages).toEqual([]);
});
