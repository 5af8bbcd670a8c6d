import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from '../../src/gateway/turns.ts';

it('handles one request per event loop iteration, in order', async () => {
  const turn = createTurns();
  const handled: number[] = [];
  for (const request of [1, 2, 3]) void turn().then(() => handled.push(request));
  expect(handled).toEqual([]);
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    await turnOfLoop();
    expect(handled).toEqual(expected);
  }
  void turn().then(() => handled.push(4));
  await turnOfLoop();
  expect(handled).toEqual([1, 2, 3, 4]);
});
