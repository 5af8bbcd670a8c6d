import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPrecedence } from '../../src/lambda/precedence.ts';

/** Starts background work. @returns whether it has started */
const work = (precedence: ReturnType<typeof createPrecedence>, signal?: AbortSignal) => {
  const state = { begun: false, done: Promise.resolve() };
  state.done = precedence.giveWay(signal).then(() => {
    state.begun = true;
  });
  return state;
};

describe('an invocation that no client waits for', () => {
  it('starts immediately while a CPU is free', async () => {
    const precedence = createPrecedence(2, 60_000);
    precedence.enter();
    await work(precedence).done;
  });

  it('starts one at a time as CPUs become free, and all at once when no client is left', async () => {
    const precedence = createPrecedence(2, 60_000);
    const ends = [precedence.enter(), precedence.enter(), precedence.enter()];
    const all = [work(precedence), work(precedence), work(precedence)];
    const begun = async () => {
      await pause(5);
      return all.filter((one) => one.begun).length;
    };
    expect(await begun()).toBe(0);
    ends[0]!();
    expect(await begun()).toBe(0);
    ends[1]!();
    expect(await begun()).toBe(1);
    ends[2]!();
    expect(await begun()).toBe(3);
  });

  it('starts after the maximum wait anyway', async () => {
    const precedence = createPrecedence(1, 20);
    precedence.enter();
    await work(precedence).done;
  });

  it('is removed from the queue when it is aborted', async () => {
    const precedence = createPrecedence(1, 60_000);
    precedence.enter();
    const wanted = new AbortController();
    const { done } = work(precedence, wanted.signal);
    wanted.abort(new Error('not wanted'));
    await expect(done).rejects.toThrow('not wanted');
  });
});
