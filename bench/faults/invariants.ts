import { setTimeout as pause } from 'node:timers/promises';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { isTerminal } from '@talking-avatar/contract';
import { Webhook } from 'standardwebhooks';
import { dynamodb } from '#aws/clients';
import { s3 } from '#aws/s3';
import { type JobItem, listLeases } from '#jobs';
import { listTokens } from '#runtime';
import { formatSecret, listSecrets } from '#webhooks';
import type { Delivery, Receiver } from '../../test/e2e/receiver.ts';

/** A service whose tables this process can read, and the receiver for its webhooks. */
export interface Field {
  service: { readonly outputs: Readonly<Record<string, string>> };
  receiver: Receiver;
}

/** Polling interval, in ms. */
const INTERVAL = 500;

/**
 * Waits until the service is idle, then checks for violations:
 *
 * - a job that has not ended, or still holds a lease
 * - an account whose quota usage is not the number of jobs submitted minus refunds
 * - an ended job whose webhook is missing, was sent with different contents, has a wrong signature, or was sent before on_running
 * - an object whose job does not exist or was cancelled
 */
export async function findFaults(field: Field, timeout: number): Promise<{ violations: string[]; jobs: number }> {
  const until = Date.now() + timeout;
  let violations: string[] = [];
  let jobs: JobItem[] = [];
  do {
    await pause(INTERVAL);
    try {
      jobs = await readJobs(field);
      violations = [
        ...findUnended(jobs),
        ...(await findLeases(field)),
        ...findEndsWithoutWebhook(field, jobs),
        // A step that was running when its job was deleted may write one more time. The sweep then empties the folder again.
        ...(await findOrphans(field, jobs)),
      ];
    } catch (error) {
      // The machine is busy and responds late, so try again.
      violations = [`the tables cannot be read: ${(error as Error).message}`];
    }
  } while (violations.length > 0 && Date.now() < until);
  return {
    jobs: jobs.length,
    violations: [...violations, ...(await findQuotaErrors(field, jobs)), ...(await findWrongWebhooks(field, jobs))],
  };
}

async function readJobs({ service }: Field): Promise<JobItem[]> {
  const jobs: JobItem[] = [];
  const pages = paginateScan({ client: dynamodb() }, { TableName: service.outputs.JobsTable, ConsistentRead: true });
  for await (const { Items = [] } of pages) jobs.push(...(Items as JobItem[]));
  return jobs;
}

const findUnended = (jobs: readonly JobItem[]): string[] =>
  jobs
    .filter(({ status }) => !isTerminal(status))
    .map(({ id, account, status, work_list }) => `${account}: job ${id} is ${status} (${work_list ?? 'on no list'})`);

async function findLeases({ service }: Field): Promise<string[]> {
  const leases = await listLeases({ table: service.outputs.CapacityTable ?? '', size: 1 });
  return leases.map(({ job, account }) => `${account}: job ${job} still has a lease`);
}

const EVENTS: Readonly<Record<string, string>> = {
  succeeded: 'job.succeeded',
  failed: 'job.failed',
  cancelled: 'job.cancelled',
};

const deliveriesOf = ({ receiver }: Field, id: string): Delivery[] => receiver.deliveries.filter(({ body }) => body.data.id === id);

/** Finds jobs whose webhook for the end was never delivered, ignoring deleted jobs. */
const findEndsWithoutWebhook = (field: Field, jobs: readonly JobItem[]): string[] =>
  jobs
    .filter((job) => isTerminal(job.status) && !job.deleted_at)
    .filter(({ id, status }) => !deliveriesOf(field, id).some(({ body, status: answer }) => answer === 204 && body.type === EVENTS[status]))
    .map(
      ({ id, account, status, work_list }) => `${account}: the end of job ${id} (${status}) had no webhook (${work_list ?? 'on no list'})`,
    );

async function findQuotaErrors({ service }: Field, jobs: readonly JobItem[]): Promise<string[]> {
  const tokens = await listTokens(service.outputs.TokensTable ?? '');
  // A token may have been created twice after a late response, so add up all of the account's tokens.
  const usedBy = Map.groupBy(tokens, ({ account }) => account);
  return [...usedBy].flatMap(([account, ofAccount]) => {
    const used = ofAccount.reduce((sum, token) => sum + token.used, 0);
    const own = jobs.filter((job) => job.account === account);
    const refunded = own.filter(({ status, error }) => status === 'failed' && (error?.code ?? 500) >= 500).length;
    const expected = own.length - refunded;
    return used === expected ? [] : [`${account}: the quota counts ${used} jobs, but it should be ${expected}`];
  });
}

async function findWrongWebhooks(field: Field, jobs: readonly JobItem[]): Promise<string[]> {
  const { WebhooksTable: table = '', WebhooksKey: key = '' } = field.service.outputs;
  const wrong: string[] = [];
  for (const job of jobs) {
    const deliveries = deliveriesOf(field, job.id);
    const [secret = ''] = (await listSecrets({ table, key }, job.account)).map(formatSecret);
    const verifier = new Webhook(secret);
    const ends = deliveries.filter(({ body }) => body.type !== 'job.running');
    const report = (what: string) => wrong.push(`${job.account}: job ${job.id} ${what}`);
    for (const { raw, headers } of deliveries) {
      try {
        verifier.verify(raw, headers as Record<string, string>);
      } catch (error) {
        if (!/timestamp/i.test((error as Error).message)) report(`had a webhook with a wrong signature`);
      }
    }
    if (!job.deleted_at && ends.some(({ body }) => body.type !== EVENTS[job.status])) report('had the webhook of another status');
    const ids = new Set(ends.map(({ headers }) => headers['webhook-id']));
    if (ids.size > 1) report(`had webhooks for its end under ${ids.size} ids`);
    const firstEnd = Math.min(...ends.map(({ at }) => at));
    if (deliveries.some(({ body, at }) => body.type === 'job.running' && at > firstEnd)) report('had on_running after its end');
  }
  return wrong;
}

async function findOrphans({ service }: Field, jobs: readonly JobItem[]): Promise<string[]> {
  const known = new Map(jobs.map((job) => [job.id, job]));
  const orphans = new Set<string>();
  let ContinuationToken: string | undefined;
  do {
    const page = await s3().send(new ListObjectsV2Command({ Bucket: service.outputs.Bucket, Prefix: 'jobs/', ContinuationToken }));
    for (const { Key = '' } of page.Contents ?? []) {
      const job = known.get(Key.split('/')[1] ?? '');
      if (!job) orphans.add(`${Key} has no job`);
      else if (job.deleted_at) orphans.add(`${job.account}: ${Key} belongs to a deleted job (deleted at ${job.deleted_at})`);
      else if (job.status === 'cancelled') orphans.add(`${job.account}: ${Key} belongs to a cancelled job`);
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return [...orphans];
}
