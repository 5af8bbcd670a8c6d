import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MemoryBudget } from '../../src/lambda/budget.ts';
import type { Pool } from '../../src/lambda/pool.ts';

/** A function that once needed more than the service may take asks for memory beside processes at work. @returns what came first */
async function admit(working: number): Promise<string> {
  const messages: string[] = [];
  const pool = { working, idleSince: undefined, measureMemory: () => 0 } as unknown as Pool;
  const budget = new MemoryBudget({ limit: 500, pools: () => [pool], onExceeded: (text) => void messages.push(text) });
  const admitted = budget.admit(false, 1_000).then(() => 'admitted');
  return `${await Promise.race([admitted, setImmediate('waits')])}, ${messages.length} messages`;
}

it('a process that no memory can come free for starts at once, with a message', async () => {
  expect(await admit(0)).toBe('admitted, 1 messages');
});

it('a process waits while others at work may give their memory back', async () => {
  expect(await admit(1)).toBe('waits, 0 messages');
});
