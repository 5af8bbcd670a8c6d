import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FunctionDefinition } from '../../src/lambda/definition.ts';
import { startAsyncEvents } from '../../src/lambda/events.ts';
import { makeDirectory, removeDirectory } from '../../src/testing.ts';

let dir: string;
beforeEach(() => {
  dir = makeDirectory();
});
afterEach(() => removeDirectory(dir));

it('repeats an event once if it was handled while the disk could not be written', async () => {
  const path = join(dir, 'events.sqlite');
  const faults: unknown[] = [];
  let other: DatabaseSync | undefined;
  let handled = 0;
  const events = startAsyncEvents({
    path,
    functions: new Map([['work', { name: 'work' } as FunctionDefinition]]),
    invoke: async () => {
      handled += 1;
      if (handled === 1) {
        other = new DatabaseSync(path);
        other.exec('BEGIN IMMEDIATE');
      }
      return { requestId: 'r', error: false, payload: 'null' };
    },
    send: async () => {},
    onFault: (error) => faults.push(error),
  });
  events.put('work', '{}');
  await expect.poll(() => faults.length).toBeGreaterThanOrEqual(2);
  other?.close();
  await expect.poll(() => handled).toBe(2);
  await pause(1_500);
  expect(handled).toBe(2);
  await events.stop();
});
