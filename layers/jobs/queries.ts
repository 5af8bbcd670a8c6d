import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/clients.ts';
import { addSubjectDetails } from '../aws/usage/index.ts';
import { subjectOf } from '../billing/index.ts';
import type { JobStatus } from '../contract/index.ts';
import { fromItem, type JobItem, outdatedParkedKeys, PARKED, type WorkList, workListKeys } from './item.ts';

export async function findJob(table: string, id: string): Promise<JobItem | undefined> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }));
  const job = Item && fromItem(Item);
  if (job) addSubjectDetails(subjectOf(job));
  return job;
}

export interface JobPage {
  jobs: JobItem[];
  /** Where the next page starts; absent on the last one. */
  next?: Record<string, unknown>;
}

/** Jobs that still are: a deleted or expired one is only kept to say that it was. */
const NOT_DELETED = 'attribute_not_exists(deleted_at) AND expires_at > :seconds';

/** An account's jobs, newest first. */
export async function listJobs(
  table: string,
  account: string,
  {
    limit,
    status,
    from,
  }: { limit: number; status?: JobStatus | undefined; from?: Record<string, unknown> | undefined },
): Promise<JobPage> {
  const jobs: JobItem[] = [];
  let next = from;
  do {
    const page = await dynamodb().send(
      new QueryCommand({
        TableName: table,
        IndexName: 'by-account',
        KeyConditionExpression: 'account = :account',
        FilterExpression: status ? `${NOT_DELETED} AND #status = :status` : NOT_DELETED,
        ...(status && { ExpressionAttributeNames: { '#status': 'status' } }),
        ExpressionAttributeValues: {
          ':account': account,
          ':seconds': Math.floor(Date.now() / 1000),
          ...(status && { ':status': status }),
        },
        ScanIndexForward: false,
        Limit: limit - jobs.length,
        ...(next && { ExclusiveStartKey: next }),
      }),
    );
    jobs.push(...(page.Items ?? []).map(fromItem));
    next = page.LastEvaluatedKey;
  } while (next && jobs.length < limit);
  return { jobs, ...(next && { next }) };
}

/** Jobs that are read of each key where a place has several: more than one start takes at a time. */
const MIN_PER_KEY = 4;

/** Jobs that wait in an unordered place, the oldest first, with tickets up to `until`. */
export const listJobsOnWorkList = (
  table: string,
  place: Exclude<WorkList, typeof PARKED>,
  limit: number,
  until?: string,
): Promise<JobItem[]> => queryKeys(table, workListKeys(place), limit, until);

/** Parked jobs, the next to be started first. The order is exact for the first `limit` divided by the number of keys. */
export const listParkedJobs = (table: string, capacity: number, limit: number): Promise<JobItem[]> =>
  queryKeys(table, workListKeys(PARKED, capacity), limit);

/** Jobs that were parked under a higher capacity, where nobody looks for them now. */
export const listMisplacedParkedJobs = (table: string, capacity: number, limit: number): Promise<JobItem[]> =>
  queryKeys(table, outdatedParkedKeys(capacity), limit);

/** Reads the heads of keys of the index at once and merges them. */
async function queryKeys(table: string, keys: readonly string[], limit: number, until = '~'): Promise<JobItem[]> {
  const share = Math.max(MIN_PER_KEY, Math.ceil((2 * limit) / Math.max(1, keys.length)));
  const heads = await Promise.all(keys.map((key) => queryKey(table, key, Math.min(limit, share), until)));
  return heads
    .flat()
    .sort((a, b) => ((a.ticket ?? '') < (b.ticket ?? '') ? -1 : 1))
    .slice(0, limit);
}

async function queryKey(table: string, key: string, limit: number, until: string): Promise<JobItem[]> {
  const { Items } = await dynamodb().send(
    new QueryCommand({
      TableName: table,
      IndexName: 'waiting',
      KeyConditionExpression: 'waiting = :key AND ticket <= :until',
      ExpressionAttributeValues: { ':key': key, ':until': until },
      Limit: limit,
    }),
  );
  return (Items ?? []).map(fromItem);
}
