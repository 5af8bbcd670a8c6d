import type { JobRecord } from '@talking-avatar/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { executionNameOf } from '#aws';
import { finalizeJob, findJob, markJobRunning, takeLease } from '#jobs';
import { cancelUnfinishedJob } from '../../layers/jobs/transitions.ts';
import { createDrafts } from './drafts.ts';
import { useEmbedded } from './embedded.ts';

const embedded = useEmbedded(2);
const { resources, tables, events, takeSent } = embedded;
const { accepted, used, statusOf, leases } = createDrafts(embedded);

const KILLED = { status: 'FAILED', error: 'Runtime.ExitError', cause: '{}' } as const;

/** Returns a job that is running and holds its lease. */
async function running(): Promise<JobRecord> {
  const job = await accepted();
  await takeLease(resources.capacity, job.id, job.account);
  await markJobRunning(tables.jobs, job.id);
  return job;
}

afterEach(() => {
  events.length = 0;
});

describe('a job whose execution was lost', () => {
  it('gets a second execution with its lease, at the same price and without an event', async () => {
    const job = await running();
    expect(await finalizeJob(resources, job.id, KILLED)).toBe(false);
    expect([await statusOf(job), await used(job), await leases()]).toEqual(['running', 1, [job.id]]);
    expect(await takeSent()).toEqual([job.id]);
    const now = await findJob(tables.jobs, job.id);
    expect(executionNameOf(now!)).toBe(`${job.id}-2`);
    expect(await finalizeJob(resources, `${job.id}-2`, { status: 'SUCCEEDED' })).toBe(true);
    expect([await statusOf(job), await used(job), await leases()]).toEqual(['succeeded', 1, []]);
    await expect.poll(() => events).toEqual(['job.succeeded']);
  });

  it('fails and is refunded only once if the second one is lost too, no matter how often its events arrive', async () => {
    const job = await running();
    for (let time = 0; time < 2; time += 1) await finalizeJob(resources, job.id, KILLED);
    expect(await takeSent()).toEqual([job.id, job.id]);
    expect(await statusOf(job)).toBe('running');
    for (let time = 0; time < 2; time += 1) await finalizeJob(resources, `${job.id}-2`, KILLED);
    await finalizeJob(resources, job.id, KILLED);
    expect([await statusOf(job), await used(job), await leases(), await takeSent()]).toEqual(['failed', 0, [], []]);
    await expect.poll(() => events).toEqual(['job.failed']);
  });

  it('is restarted by only one of two processes that see it end', async () => {
    const job = await running();
    await Promise.all([finalizeJob(resources, job.id, KILLED), finalizeJob(resources, job.id, KILLED)]);
    expect(new Set(await takeSent())).toEqual(new Set([job.id]));
    expect([await statusOf(job), await leases()]).toEqual(['running', [job.id]]);
    await finalizeJob(resources, `${job.id}-2`, { status: 'SUCCEEDED' });
    expect(await leases()).toEqual([]);
  });

  it('is not restarted once it is cancelled', async () => {
    const job = await running();
    await cancelUnfinishedJob(tables.jobs, job.id, { title: 't', message: 'm', code: 499 });
    await finalizeJob(resources, job.id, KILLED);
    expect([await statusOf(job), await leases(), await takeSent()]).toEqual(['cancelled', [], []]);
  });
});

describe('an execution', () => {
  const segment = (error: string) => ({
    error: 'SegmentFailed',
    cause: `Segment 0 of the video (frames 0 to 9) could not be rendered: ${error}.`,
  });

  it.each([
    { error: 'Runtime.ExitError' },
    { error: 'Lambda.Unknown' },
    { error: 'Lambda.TooManyRequestsException' },
    { error: 'ECS.AmazonECSException' },
    { error: 'AmazonECS.Unknown' },
    { error: 'ServiceUnavailable' },
    { error: 'InternalServerErrorException' },
    segment('Runtime.ExitError'),
    segment('Task.EssentialContainerExited'),
  ])('that ended with %o was lost', async (failure) => {
    const job = await running();
    await finalizeJob(resources, job.id, { status: 'FAILED', ...failure });
    expect(await statusOf(job)).toBe('running');
    await finalizeJob(resources, `${job.id}-2`, { status: 'SUCCEEDED' });
    await takeSent();
  });

  it.each([
    { error: 'JobFailed' },
    { error: 'TypeError' },
    { error: 'States.Timeout' },
    { error: 'EngineUnavailableError' },
    { error: 'InternalErrorDetails' },
    { error: 'Lambda.ResourceNotFoundException' },
    { error: 'Lambda.AccessDeniedException' },
    { error: 'ECS.InvalidParameterException' },
    segment('RangeError'),
    segment('States.Timeout'),
    segment('Sandbox.Timedout'),
  ])('that ended with %o was not', async (failure) => {
    const job = await running();
    await finalizeJob(resources, job.id, { status: 'FAILED', ...failure });
    expect(await statusOf(job)).toBe('failed');
  });
});
