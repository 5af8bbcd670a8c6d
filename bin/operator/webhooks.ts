import { CommandError, type Output } from '@talking-avatar/cli';
import { findJob, UNDELIVERED, workListKey } from '#jobs';
import {
  closeCircuit,
  deleteFailedDelivery,
  enqueueAttempt,
  type FailedDelivery,
  formatSecret,
  isRunningSuperseded,
  isWebhookKey,
  listFailedDeliveries,
  listPendingDeliveries,
  listSecrets,
  type PendingDelivery,
  pendingDeliveriesOf,
  ReplayError,
  replayWebhook,
  rotateSecret,
  SECRET_OVERLAP_HOURS,
  skipDelivery,
} from '#webhooks';
import { alignColumns } from './columns.ts';
import { formatTime, readJob } from './job-item.ts';
import { findTarget, type Target } from './target.ts';
import { checkAccount } from './tokens.ts';
import type { OperatorValues } from './values.ts';
import { describeDeliveries, explainNothingToReplay, formatPending } from './webhook-deliveries.ts';

/** `avatar webhooks list`: lists failed deliveries or pending retries. @throws CommandError */
export async function list(values: OperatorValues & { waiting?: boolean }, output: Output): Promise<void> {
  const { account, json, waiting } = values;
  if (account !== undefined) checkAccount(account);
  const target = await findTarget(values);
  const isWanted = (delivery: { account: string }) => !account || delivery.account === account;
  if (waiting) {
    const deliveries = (await listPendingDeliveries(target.jobsTable)).filter(isWanted);
    if (json) return output.out(JSON.stringify(deliveries));
    for (const line of formatPending(deliveries)) output.out(line);
    return;
  }
  const failed = (await listFailedDeliveries(target.webhooksTable)).filter(isWanted);
  if (json) return output.out(JSON.stringify(failed));
  const rows = failed.map(({ job, event, account: owner, host, failed_at, attempts, reason }) => [
    job,
    event,
    owner,
    host,
    formatTime(failed_at),
    String(attempts),
    reason,
  ]);
  const header = ['JOB', 'EVENT', 'ACCOUNT', 'RECEIVER', 'GIVEN UP', 'ATTEMPTS', 'REASON'];
  for (const line of alignColumns([header, ...rows])) output.out(line);
  output.err('These deliveries failed permanently. For pending retries, use: avatar webhooks list --waiting');
}

/** `avatar webhooks show ID`: shows the webhooks of a job with their attempts. @throws CommandError */
export async function show(id: string, values: OperatorValues, output: Output): Promise<void> {
  const { jobsTable, webhooksTable } = await findTarget(values);
  for (const line of await describeDeliveries(webhooksTable, await readJob(jobsTable, id), values.json)) output.out(line);
}

interface ReplayValues extends OperatorValues {
  all?: boolean;
  now?: boolean;
  event?: string;
}

/** `avatar webhooks replay JOB | --all`: resends webhooks. @throws CommandError */
export async function replay(job: string | undefined, values: ReplayValues, output: Output): Promise<void> {
  if (!job === !values.all) throw new CommandError("Missing argument JOB: pass a job ID, or use --all to replay every job's webhooks");
  const { account, event, now } = values;
  if (account !== undefined) checkAccount(account);
  if (event !== undefined && !isWebhookKey(event))
    throw new CommandError(`--event must be on_running, on_success, or on_fail, got ${event}`);
  const target = await findTarget(values);
  const isWanted = (delivery: Pick<FailedDelivery, 'job' | 'account' | 'event'>) =>
    (!job || delivery.job === job) && (!account || delivery.account === account) && (!event || delivery.event === event);
  const failed = (await listFailedDeliveries(target.webhooksTable)).filter(isWanted);
  const pending = now ? (await findPending(target, job)).filter(isWanted) : [];
  const webhooksToSend = failed.length + pending.length;
  if (job && webhooksToSend === 0) {
    const item = await readJob(target.jobsTable, job);
    throw explainNothingToReplay(item, pendingDeliveriesOf(item));
  }
  const outcomes: Outcome[] = [];
  for (const delivery of failed) outcomes.push(await send(target, delivery, now));
  for (const delivery of pending) outcomes.push(await sendNow(target, delivery));
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const replayed = count('sent');
  if (values.json) return output.out(JSON.stringify({ replayed, skipped: webhooksToSend - replayed }));
  output.out(`Resending ${replayed} of ${webhooksToSend} webhooks.`);
  for (const [outcome, reason] of SKIPPED) if (count(outcome) > 0) output.out(`Skipped ${count(outcome)}: ${reason}.`);
}

/** Finds pending retries of one job, or of all jobs. */
async function findPending({ jobsTable }: Target, job: string | undefined): Promise<PendingDelivery[]> {
  if (!job) return listPendingDeliveries(jobsTable);
  const item = await findJob(jobsTable, job);
  return item ? pendingDeliveriesOf(item) : [];
}

/** Makes the next attempt of a delivery now, even if its receiver is paused. The message for the scheduled attempt then has no effect. */
async function sendNow({ jobsTable, webhooksTable, webhooksQueue }: Target, pending: PendingDelivery): Promise<Outcome> {
  const { job: id, event, account, attempts } = pending;
  const url = (await findJob(jobsTable, id))?.specification.web_hooks[event];
  if (!url) return 'gone';
  await closeCircuit(webhooksTable, account, url);
  await enqueueAttempt(webhooksQueue, { job: id, event, attempts, at: 0, waits: 0 });
  return 'sent';
}

type Outcome = 'sent' | 'late' | 'taken' | 'gone';

/** Reasons for not resending a webhook. */
const SKIPPED: readonly (readonly [Outcome, string])[] = [
  ['late', 'the job has finished, so on_running is obsolete'],
  ['taken', 'another operator or client has just resent it; see the result in GET /status of the job'],
  ['gone', 'the job was deleted'],
];

/** Replays a failed delivery, or deletes it if it can no longer be replayed. */
async function send(target: Target, failed: FailedDelivery, now = false): Promise<Outcome> {
  const { jobsTable, webhooksTable } = target;
  const job = await findJob(jobsTable, failed.job);
  const delivery = job?.deliveries?.[failed.event];
  if (!job || !delivery) {
    await deleteFailedDelivery(webhooksTable, failed);
    return 'gone';
  }
  if (isRunningSuperseded(job, failed.event)) {
    await skipDelivery(jobsTable, failed.job, failed.event, delivery);
    await deleteFailedDelivery(webhooksTable, failed);
    return 'late';
  }
  const url = job.specification.web_hooks[failed.event];
  if (now && url) await closeCircuit(webhooksTable, job.account, url);
  try {
    await replayWebhook(target, job, { event: failed.event, workList: workListKey(UNDELIVERED, job.id) });
    return 'sent';
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    const current = await findJob(jobsTable, failed.job);
    // If the replay has failed in turn, its delivery has replaced this one.
    if (current && !current.deleted_at) return 'taken';
    await deleteFailedDelivery(webhooksTable, failed);
    return 'gone';
  }
}

/** `avatar webhooks secret show|rotate`. @throws CommandError */
export async function secret(action: string, values: OperatorValues, output: Output): Promise<void> {
  if (action !== 'show' && action !== 'rotate')
    throw new CommandError(`Unexpected argument ${JSON.stringify(action)}; expected show or rotate`);
  const account = checkAccount(values.account);
  const target = await findTarget(values);
  const place = { table: target.webhooksTable, key: target.webhooksKey };
  const [, ended] = action === 'rotate' ? (await listSecrets(place, account)).map(formatSecret) : [];
  if (action === 'rotate' && !(await rotateSecret(place, account)))
    throw new CommandError('Another command has just rotated the secret; see avatar webhooks secret show');
  const [current = '', previous] = (await listSecrets(place, account)).map(formatSecret);
  if (values.json) return output.out(JSON.stringify({ account, secret: current, previous: previous ?? null }));
  output.out(current);
  if (previous) {
    // Printed on stderr because scripts read the secret from stdout.
    output.err(`The previous secret, ${previous}, remains valid for ${SECRET_OVERLAP_HOURS} hours after the rotation.`);
  }
  if (ended) output.err(`The secret before it, ${ended}, is no longer valid.`);
}
