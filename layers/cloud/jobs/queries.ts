import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { JobStatus } from '../../contract/index.ts';
import { dynamodb } from '../clients.ts';
import { recognise, subjectOf } from '../metering/index.ts';
import type { JobItem, WaitingPlace } from './item.ts';

export async function findJob(table: string, id: string): Promise<JobItem | undefined> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }));
  const job = Item as JobItem | undefined;
  if (job) recognise(subjectOf(job));
  return job;
}

export interface JobPage {
  jobs: JobItem[];
  /** Where the next page starts; absent on the last one. */
  next?: Record<string, unknown>;
}

/** Jobs that still are: a deleted or expired one is only kept to say that it was. */
const PRESENT = 'attribute_not_exists(deleted_at) AND expires_at > :seconds';

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
        FilterExpression: status ? `${PRESENT} AND #status = :status` : PRESENT,
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
    jobs.push(...((page.Items ?? []) as JobItem[]));
    next = page.LastEvaluatedKey;
  } while (next && jobs.length < limit);
  return { jobs, ...(next && { next }) };
}

/** Jobs that wait in a place, first come first, with tickets up to `until`. */
export async function listWaiting(table: string, place: WaitingPlace, limit: number, until = '~'): Promise<JobItem[]> {
  const { Items } = await dynamodb().send(
    new QueryCommand({
      TableName: table,
      IndexName: 'waiting',
      KeyConditionExpression: 'waiting = :place AND ticket <= :until',
      ExpressionAttributeValues: { ':place': place, ':until': until },
      Limit: limit,
    }),
  );
  return (Items ?? []) as JobItem[];
}
