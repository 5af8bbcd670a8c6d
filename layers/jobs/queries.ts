import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { JobStatus } from '@talking-avatar/contract';
import { dynamodb } from '#aws/clients';
import { getItem } from '#aws/table';
import { addSubjectDetails, billTo } from '#aws/usage';
import { billedPartyOf } from '#billing';
import { JobGoneError, UnknownJobError } from './errors.ts';
import { fromItem, type JobItem, outdatedParkedKeys, PARKED, type WorkList, workListKeys } from './item.ts';

export async function findJob(table: string, id: string): Promise<JobItem | undefined> {
  const item = await getItem<Record<string, unknown>>(table, { id });
  const job = item && fromItem(item);
  if (job) addSubjectDetails(billedPartyOf(job));
  return job;
}

/** Longer IDs are truncated in messages. A valid ID has 36 characters. */
const MAX_ID_CHARACTERS = 100;

/** Finds one of the account's jobs. @throws UnknownJobError, JobGoneError if it was deleted or has expired */
export async function findOwnJob(table: string, account: string, given: string): Promise<JobItem> {
  const id = given.slice(0, MAX_ID_CHARACTERS);
  const job = await findJob(table, id || ' ');
  if (job?.account !== account) throw new UnknownJobError(id);
  billTo(billedPartyOf(job));
  if (job.deleted_at) throw new JobGoneError(`Job ${id} was deleted at ${job.deleted_at}.`);
  if (job.expires_at <= Date.now() / 1000) throw new JobGoneError(`The result of job ${id} has expired.`);
  return job;
}

interface JobPage {
  jobs: JobItem[];
  /** Start key of the next page; absent on the last page. */
  next?: Record<string, unknown>;
}

/** Excludes deleted and expired jobs. */
const NOT_DELETED = 'attribute_not_exists(deleted_at) AND expires_at > :seconds';

/** Rows per read, except for the first one, which reads `limit` rows. */
const ROWS_PER_READ = 100;

/** Maximum number of reads per page. */
const MAX_READS = 10;

/** Lists an account's jobs, newest first. A page may be short or even empty after filtering, and still have a `next` to pass as `from`. */
export async function listJobs(
  table: string,
  account: string,
  { limit, status, from }: { limit: number; status?: JobStatus | undefined; from?: Record<string, unknown> | undefined },
): Promise<JobPage> {
  const found: JobItem[] = [];
  let next = from;
  let reads = 0;
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
        Limit: reads === 0 ? limit : ROWS_PER_READ,
        ...(next && { ExclusiveStartKey: next }),
      }),
    );
    found.push(...(page.Items ?? []).map(fromItem));
    next = page.LastEvaluatedKey;
    reads += 1;
  } while (next && found.length < limit && reads < MAX_READS);
  const jobs = found.slice(0, limit);
  const last = jobs.at(-1);
  if (last && found.length > limit) next = { id: last.id, account, created_at: last.created_at };
  return { jobs, ...(next && { next }) };
}

/** Minimum number of jobs to read from each key of a work list. */
const MIN_PER_KEY = 4;

/** Lists the jobs on a work list, oldest first. @param until only list jobs that were added before this time, in ISO 8601 format */
export const listJobsOnWorkList = (
  table: string,
  list: Exclude<WorkList, typeof PARKED>,
  limit: number,
  until?: string,
): Promise<JobItem[]> => queryKeys(table, workListKeys(list), limit, until);

/** Lists parked jobs in start order. The order is only guaranteed for the first `limit` / (number of keys) jobs. */
export const listParkedJobs = (table: string, capacity: number, limit: number): Promise<JobItem[]> =>
  queryKeys(table, workListKeys(PARKED, capacity), limit);

/** The attributes of a parked job that determine its deadline. */
type ParkedDeadline = Pick<JobItem, 'id' | 'created_at'> & { specification: Pick<JobItem['specification'], 'wait_time'> };

/** Lists all parked jobs with a `wait_time`, page by page. Starts at a random key so that callers may stop early. */
export async function* listParkedWithDeadline(table: string, capacity: number): AsyncGenerator<ParkedDeadline[]> {
  const keys = workListKeys(PARKED, capacity);
  const first = Math.floor(Math.random() * keys.length);
  for (const key of [...keys.slice(first), ...keys.slice(0, first)]) {
    const pages = paginateQuery(
      { client: dynamodb() },
      {
        TableName: table,
        IndexName: 'by-work-list',
        KeyConditionExpression: 'work_list = :key',
        FilterExpression: 'attribute_exists(specification.wait_time)',
        ProjectionExpression: 'id, created_at, specification.wait_time',
        ExpressionAttributeValues: { ':key': key },
      },
    );
    for await (const { Items = [] } of pages) yield Items as ParkedDeadline[];
  }
}

/** Lists jobs that were parked under a higher capacity, with keys that `listParkedJobs` does not read. */
export const listMisplacedParkedJobs = (table: string, capacity: number, limit: number): Promise<JobItem[]> =>
  queryKeys(table, outdatedParkedKeys(capacity), limit);

/** Reads the first few jobs under each of several index keys in parallel, and merges them. */
async function queryKeys(table: string, keys: readonly string[], limit: number, until = '~'): Promise<JobItem[]> {
  const share = Math.max(MIN_PER_KEY, Math.ceil((2 * limit) / Math.max(1, keys.length)));
  const heads = await Promise.all(keys.map((key) => queryKey(table, key, Math.min(limit, share), until)));
  return heads
    .flat()
    .sort((a, b) => ((a.list_position ?? '') < (b.list_position ?? '') ? -1 : 1))
    .slice(0, limit);
}

async function queryKey(table: string, key: string, limit: number, until: string): Promise<JobItem[]> {
  const { Items } = await dynamodb().send(
    new QueryCommand({
      TableName: table,
      IndexName: 'by-work-list',
      KeyConditionExpression: 'work_list = :key AND list_position <= :until',
      ExpressionAttributeValues: { ':key': key, ':until': until },
      Limit: limit,
    }),
  );
  return (Items ?? []).map(fromItem);
}
