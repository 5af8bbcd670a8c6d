import { expect, it } from 'vitest';
import { Pool } from '../../src/lambda/pool.ts';
import type { Sandbox } from '../../src/lambda/sandbox.ts';

const event = { payload: '{}', trace: '' };
const answer = { requestId: 'id', error: false, payload: 'null' };

it("includes memory that a busy process may still need, based on its function's peak", async () => {
  const admitted: (number | undefined)[] = [];
  const work = Promise.withResolvers<typeof answer>();
  let invoke = async () => answer;
  const create = () =>
    ({
      alive: true,
      maxMemory: 400,
      measure: () => 50,
      start: async () => {},
      ready: async () => {},
      invoke: () => invoke(),
    }) as unknown as Sandbox;
  const admit = async (size?: number) => {
    admitted.push(size);
    return () => {};
  };
  const pool = new Pool({ processes: 4, idleTimeout: 1_000, create, admit });
  await pool.invoke(event);
  expect(pool.measureMemory('proportional')).toBe(50);
  invoke = () => work.promise;
  const working = [pool.invoke(event), pool.invoke(event)];
  await expect.poll(() => pool.size).toBe(2);
  expect(pool.measureMemory('proportional')).toBe(800);
  expect(admitted).toEqual([undefined, 400]);
  work.resolve(answer);
  await Promise.all(working);
  expect(pool.measureMemory('proportional')).toBe(100);
});
