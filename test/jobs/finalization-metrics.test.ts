import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { log } from '#aws';
import { finalizeJob, JobFailedError } from '#jobs';
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

/** Returns how many failures were counted, as [by the service, by the client]. */
const counted = () =>
  written.mock.calls
    .map(([line]) => String(line))
    .filter((line) => line.includes('"ServiceFailures"'))
    .map((line) => JSON.parse(line))
    .map(({ ServiceFailures, ClientFailures }) => [ServiceFailures, ClientFailures]);

/** The cause that Step Functions reports when a step rejects the client's input. */
const refusal = {
  status: 'FAILED',
  error: 'JobFailed',
  cause: JSON.stringify({
    errorType: 'JobFailed',
    errorMessage: new JobFailedError({ title: 'Not audio', message: 'audio: no sound in it', code: 400 }).message,
  }),
} as const;

it('counts a job that failed because of the service only once, however often its end is reported', async () => {
  const { id } = await accepted('acme');
  for (let time = 0; time < 2; time += 1) await finalizeJob(resources, id, { status: 'FAILED', error: 'TypeError', cause: '{}' });
  expect(counted()).toEqual([[1, 0]]);
});

it('counts a job that is restarted only once, and not as a failure', async () => {
  const { id } = await accepted('acme');
  for (let time = 0; time < 2; time += 1) await finalizeJob(resources, id, { status: 'FAILED', error: 'Runtime.ExitError' });
  expect(counted()).toEqual([]);
  expect(written.mock.calls.filter(([line]) => String(line).includes('"JobsRestarted":1'))).toHaveLength(1);
});

it('counts a job that timed out as a service failure', async () => {
  await finalizeJob(resources, (await accepted('acme')).id, { status: 'TIMED_OUT' });
  expect(counted()).toEqual([[1, 0]]);
});

it('counts a job that failed because of its input separately', async () => {
  await finalizeJob(resources, (await accepted('acme')).id, refusal);
  expect(counted()).toEqual([[0, 1]]);
});

it('only logs the cause if a job failed because of the service', async () => {
  const error = vi.spyOn(log, 'error').mockReturnValue();
  const info = vi.spyOn(log, 'info').mockReturnValue();
  const { id } = await accepted('acme');
  await finalizeJob(resources, id, { status: 'FAILED', error: 'TypeError', cause: 'x is not a function' });
  const failure = { job: id, execution: 'FAILED', title: 'Internal error', code: 500 };
  expect(error.mock.calls).toEqual([['The job failed', { ...failure, error: 'TypeError', cause: 'x is not a function' }]]);
  await finalizeJob(resources, (await accepted('acme')).id, refusal);
  expect(info).toHaveBeenCalledWith('The job failed', expect.objectContaining({ title: 'Not audio', code: 400 }));
  expect(JSON.stringify(info.mock.calls)).not.toContain('no sound');
});

it('does not count jobs that succeeded or were cancelled', async () => {
  await finalizeJob(resources, (await accepted('acme')).id, { status: 'SUCCEEDED' });
  await finalizeJob(resources, (await accepted('acme')).id, { status: 'ABORTED' });
  expect(counted()).toEqual([]);
});
