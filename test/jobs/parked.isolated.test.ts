import { expect, it } from 'vitest';
import { listJobsOnWorkList, listParkedJobs, markJobRunning, parkJob } from '#jobs';
import { sweep } from '../../functions/workers/sweep/sweep.ts';
import { outdatedParkedKeys, workListKeys } from '../../layers/jobs/item.ts';
import { createDrafts } from './drafts.ts';
import { useEmbedded } from './embedded.ts';

const embedded = useEmbedded(2);
const { resources, tables, takeSent } = embedded;
const { accepted } = createDrafts(embedded);

it('starts parked jobs in the same order after the capacity was lowered', async () => {
  expect(workListKeys('parked', 100)).toEqual(['parked']);
  expect(workListKeys('parked', 10_000)).toHaveLength(16);
  const capacity = 1_600;
  const parked: string[] = [];
  for (let tag = 100; tag < 130; tag += 1) {
    const job = await accepted('crowd', { created_at: '2026-11-22T10:00:00.000Z' });
    await parkJob({ jobs: tables.jobs, capacity }, job, tag);
    parked.push(job.id);
  }
  const listed = (await listParkedJobs('jobs', capacity, 200)).map(({ id }) => id);
  expect(listed.filter((id) => parked.includes(id))).toEqual(parked);

  // When the capacity is lowered, the sweep moves jobs whose keys are no longer read.
  expect(outdatedParkedKeys(50)).toHaveLength(15);
  const seen = (await listParkedJobs('jobs', 50, 100)).map(({ id }) => id);
  expect(parked.every((id) => seen.includes(id))).toBe(false);
  await sweep({
    ...resources,
    webhooks: 'webhooks',
    capacity: { table: 'capacity', size: 1 },
    stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:none',
    lostAfter: 3_600_000,
    audit: async () => ({ complete: true, estimated: 0 }),
  });
  const [started] = await takeSent();
  const after = (await listParkedJobs('jobs', 1, 100)).map(({ id }) => id).filter((id) => parked.includes(id));
  expect(after).toEqual(parked.filter((id) => id !== started));
  await markJobRunning('jobs', parked[3] ?? '');
  expect((await listJobsOnWorkList('jobs', 'accepted', 10)).map(({ id }) => id)).not.toContain(parked[3]);
});
