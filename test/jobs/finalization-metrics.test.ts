import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { finalizeJob, JobFailed } from '../../layers/jobs/index.ts';
import { createDrafts } from './drafts.ts';
import { useEmbedded } from './embedded.ts';

const embedded = useEmbedded(2);
const { resources } = embedded;
const { accepted } = createDrafts(embedded);

let written: MockInstance;
beforeEach(() => {
  written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => void vi.restoreAllMocks());

/** The failures that were counted, as [the service's, the client's]. */
const counted = () =>
  written.mock.calls
    .map(([line]) => String(line))
    .filter((line) => line.includes('"ServiceFailures"'))
    .map((line) => JSON.parse(line))
    .map(({ ServiceFailures, ClientFailures }) => [ServiceFailures, ClientFailures]);

/** What Step Functions says of a step that refused a job for its own fault. */
const refusal = {
  status: 'FAILED',
  error: 'JobFailed',
  cause: JSON.stringify({
    errorType: 'JobFailed',
    errorMessage: new JobFailed({ title: 'Not audio', message: 'audio: no sound in it', code: 400 }).message,
  }),
} as const;

it('counts a job that the service has failed once, however often its end is reported', async () => {
  const { id } = await accepted('acme');
  for (let time = 0; time < 2; time += 1)
    await finalizeJob(resources, id, { status: 'FAILED', error: 'TypeError', cause: '{}' });
  expect(counted()).toEqual([[1, 0]]);
});

it('counts a job that ran out of time as failed by the service', async () => {
  await finalizeJob(resources, (await accepted('acme')).id, { status: 'TIMED_OUT' });
  expect(counted()).toEqual([[1, 0]]);
});

it('counts a job that failed because of its input separately', async () => {
  await finalizeJob(resources, (await accepted('acme')).id, refusal);
  expect(counted()).toEqual([[0, 1]]);
});

it('counts no job that succeeded or was cancelled', async () => {
  await finalizeJob(resources, (await accepted('acme')).id, { status: 'SUCCEEDED' });
  await finalizeJob(resources, (await accepted('acme')).id, { status: 'ABORTED' });
  expect(counted()).toEqual([]);
});
