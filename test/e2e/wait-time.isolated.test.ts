import { setTimeout as pause } from 'node:timers/promises';
import { busyness, record } from '@talking-avatar/speech/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusOf, submit, watch } from '../../bin/demo/client.ts';
import { type HeldRecording, holdRecording } from './held-recording.ts';
import { startService, type TestService, tinyJob } from './service.ts';

const TEXT = 'Bring two maps.';

let service: TestService;
let held: HeldRecording;

beforeAll(async () => {
  service = await startService({ capacity: 1 }, { warm: true });
  held = await holdRecording();
});
afterAll(async () => {
  await service.end();
  held.stop();
});

it('a job that may wait 2 s for capacity is cancelled after 2 s, and its error names the wait time', async () => {
  const client = await service.as('acme');
  const long = await submit(client, { ...tinyJob, text: TEXT, audio_url: held.url });
  while ((await statusOf(client, long)).status === 'queued') await pause(20);

  const ended = await watch(client, await submit(client, { ...tinyJob, wait_time: 2 }));
  expect((await statusOf(client, long)).status).toBe('running');
  expect(ended).toMatchObject({
    status: 'cancelled',
    started_at: null,
    error: {
      title: 'Wait time elapsed',
      message: 'The job could not begin within its wait_time of 2 s and was cancelled.',
      code: 408,
    },
  });
  const waited = Date.parse(ended.finished_at!) - Date.parse(ended.created_at);
  expect(waited).toBeGreaterThanOrEqual(1_900);
  // The deadline's message, its function and the write take a few hundred ms on an idle machine.
  expect(waited).toBeLessThanOrEqual(2_000 + 1_000 * busyness());

  const answer = await fetch(`${client.url}/download?id=${ended.id}&token=${client.token}`);
  expect(answer.status).toBe(410);
  expect(await answer.json()).toEqual({
    title: 'Result not available',
    message: `Job ${ended.id} was cancelled: ${ended.error?.message}`,
    code: 410,
  });
  held.send(await record(TEXT, ['-f', 'wav']));
  expect((await watch(client, long)).status).toBe('succeeded');
});
