import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, watch } from '../../bin/demo/client.ts';
import { fuzzedSsml } from '../speech/fuzz/ssml.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
let client: Service;

beforeAll(async () => {
  service = await startService();
  client = await service.as('acme');
});
afterAll(() => service.end());

const TEXTS = 40;
/** Characters of a text that is said soon. */
const SHORT = 200;

it('fuzzed SSML is refused with a reason, or becomes a job that ends', async () => {
  const texts = fuzzedSsml(8 * TEXTS, 7)
    .filter(({ length }) => length <= SHORT)
    .slice(0, TEXTS);
  expect(texts).toHaveLength(TEXTS);
  const ends = await Promise.all(texts.map(submitAndWatch));
  const count = (end: string) => ends.filter((own) => own === end).length;
  expect(count('refused')).toBeGreaterThan(TEXTS / 5);
  expect(count('succeeded')).toBeGreaterThan(TEXTS / 5);
}, 240_000);

async function submitAndWatch(text: string): Promise<string> {
  const response = await fetch(`${client.url}/lipsync/generate?token=${client.token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target_rig: 'arkit', text, language: 'en-US', output: { type: 'csv' } }),
  });
  const body = (await response.json()) as { id: string; code: number; message: string };
  if (response.status !== 200) {
    expect([response.status, body.code], text).toEqual([400, 400]);
    expect(body.message).toMatch(/^text: ./);
    return 'refused';
  }
  const ended = await watch(client, body.id);
  expect(['succeeded', 'failed']).toContain(ended.status);
  if (ended.status === 'failed')
    expect(ended.error, text).toMatchObject({ code: 400, message: expect.stringMatching(/^text: ./) });
  return ended.status;
}
