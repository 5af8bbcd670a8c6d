import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from './service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ tokenRate: 2, addressRate: 6 });
  // Start the function's process before counting.
  await ask('nobody');
});
afterAll(() => service.end());

const ask = (token: string) => fetch(`${service.url}/status?token=${token}`);

/** Length of the window in which requests are counted, in ms. */
const WINDOW = 10_000;

/**
 * Sends requests at the start of a window. If they take longer than the window because the machine is busy, sends them again in a later
 * one.
 */
async function inOneWindow<T>(send: () => Promise<T>, attempts = 12): Promise<T> {
  await pause(WINDOW - (Date.now() % WINDOW) + 50);
  const window = Math.floor(Date.now() / WINDOW);
  const answers = await send();
  if (Math.floor(Date.now() / WINDOW) === window || attempts === 1) return answers;
  return inOneWindow(send, attempts - 1);
}

it('a token with too many requests gets 429 with Retry-After, and other tokens are not affected', async () => {
  const [busy, calm] = [await service.tokenFor('busy'), await service.tokenFor('calm')];
  const answers = await inOneWindow(() => Promise.all(Array.from({ length: 25 }, () => ask(busy))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  const wait = Number(refused[0]?.headers.get('retry-after'));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(10);
  expect(await refused[0]?.json()).toEqual({
    title: 'Too many requests',
    message: `This token or address sends too many requests; try again in ${wait} s.`,
    code: 429,
  });
  expect((await ask(calm)).status).toBe(200);
});

it('an address that tries many tokens gets 429, even for a valid token', async () => {
  const good = await service.tokenFor('good');
  const { answers, last } = await inOneWindow(async () => ({
    answers: await Promise.all(Array.from({ length: 70 }, (_, n) => ask(`avt_guess${n}`))),
    last: await ask(good),
  }));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(last.status).toBe(429);
});
