import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from './service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ tokenRate: 2, addressRate: 6 });
  // The functions' processes are there before anything is counted.
  await ask('nobody');
});
afterAll(() => service.end());

const ask = (token: string) => fetch(`${service.url}/status?token=${token}`);

/** Ms of a window of ten seconds that are left. */
const left = () => 10_000 - (Date.now() % 10_000);

/** Ms that the requests of a test need on a busy machine. */
const ENOUGH = 7_000;

/** Sees to it that the requests of a test fall into one window, in which none was counted before. */
async function freshWindow(isUsed: boolean): Promise<void> {
  if (isUsed || left() < ENOUGH) await pause(left() + 50);
}

it('a token that asks too fast gets 429 and is told when to come again; another is not concerned', async () => {
  const [busy, calm] = [await service.tokenFor('busy'), await service.tokenFor('calm')];
  await freshWindow(false);
  const answers = await Promise.all(Array.from({ length: 25 }, () => ask(busy)));
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

it('an address that tries tokens is stopped, good token or not', async () => {
  const good = await service.tokenFor('good');
  await freshWindow(true);
  const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => ask(`avt_guess${n}`)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await ask(good)).status).toBe(429);
});
