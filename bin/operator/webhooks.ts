import { CommandError } from '@talking-avatar/cli/command-error';
import type { Output } from '@talking-avatar/cli/output';
import { findJob } from '#jobs';
import {
  closeCircuit,
  deleteFailedDelivery,
  enqueueAttempt,
  type FailedDelivery,
  formatSecret,
  isRunningSuperseded,
  isWebhookKey,
  listFailedDeliveries,
  listSecrets,
  listWaitingDeliveries,
  ReplayError,
  replayWebhook,
  rotateSecret,
  SECRET_OVERLAP_HOURS,
  skipDelivery,
  type WaitingDelivery,
  waitingDeliveriesOf,
} from '#webhooks';
import { readArguments, refuseWords } from './arguments.ts';
import { alignColumns } from './columns.ts';
import { formatTime, readJob } from './job-item.ts';
import { findTarget, type Target } from './target.ts';
import { checkAccount } from './tokens.ts';
import { describeDeliveries, explainNothingToReplay, formatWaiting } from './webhook-deliveries.ts';

interface Options {
  account?: string | undefined;
  event?: string | undefined;
  all?: boolean | undefined;
  now?: boolean | undefined;
  waiting?: boolean | undefined;
  json?: boolean | undefined;
}

/** `avatar webhooks …`: lists and replays failed deliveries, shows and rotates signing secrets. @throws CommandError */
export async function webhooks(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readArguments(args, {
    event: { type: 'string' },
    all: { type: 'boolean' },
    now: { type: 'boolean' },
    waiting: { type: 'boolean' },
  });
  const [verb, subject] = positionals;
  const commands: Record<string, (target: Target) => Promise<void>> = {
    list: (target) => list(target, values, output),
    show: (target) => show(target, subject, values, output),
    replay: (target) => replay(target, subject, values, output),
    secret: (target) => secret(target, subject, values, output),
  };
  const command = commands[verb ?? ''];
  if (!command) throw new CommandError('Say what to do with webhooks: list, show, replay or secret. Try: avatar --help');
  refuseWords(positionals, verb === 'list' ? 1 : 2);
  if (values.account !== undefined) checkAccount(values.account);
  await command(await findTarget(values));
}

async function list(target: Target, options: Options, output: Output): Promise<void> {
  const { account, json, waiting } = options;
  const isWanted = (delivery: { account: string }) => !account || delivery.account === account;
  if (waiting) {
    const deliveries = (await listWaitingDeliveries(target.jobsTable)).filter(isWanted);
    if (json) return output.out(JSON.stringify(deliveries));
    for (const line of formatWaiting(deliveries)) output.out(line);
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
  output.err('Webhooks that were given up. Those still being retried: avatar webhooks list --waiting');
}

async function show(target: Target, id: string | undefined, { json }: Options, output: Output): Promise<void> {
  const job = await readJob(target.jobsTable, id, 'avatar webhooks show ID');
  for (const line of await describeDeliveries(target.webhooksTable, job, json)) output.out(line);
}

async function replay(target: Target, job: string | undefined, options: Options, output: Output): Promise<void> {
  if (!job === !options.all) throw new CommandError('Name the job whose webhooks are to be sent again, or say --all');
  const { account, event } = options;
  if (event !== undefined && !isWebhookKey(event)) {
    throw new CommandError(`--event: expected on_running, on_success or on_fail, but got ${event}`);
  }
  const isWanted = (delivery: Pick<FailedDelivery, 'job' | 'account' | 'event'>) =>
    (!job || delivery.job === job) && (!account || delivery.account === account) && (!event || delivery.event === event);
  const failed = (await listFailedDeliveries(target.webhooksTable)).filter(isWanted);
  const waiting = options.now ? (await findWaiting(target, job)).filter(isWanted) : [];
  const webhooksToSend = failed.length + waiting.length;
  if (job && webhooksToSend === 0) {
    const item = await readJob(target.jobsTable, job, 'avatar webhooks replay JOB');
    throw explainNothingToReplay(item, waitingDeliveriesOf(item));
  }
  const outcomes: Outcome[] = [];
  for (const delivery of failed) outcomes.push(await send(target, delivery, options.now));
  for (const delivery of waiting) outcomes.push(await sendNow(target, delivery));
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const replayed = count('sent');
  if (options.json) return output.out(JSON.stringify({ replayed, skipped: webhooksToSend - replayed }));
  output.out(`Sending ${replayed} of ${webhooksToSend} webhooks again.`);
  for (const [outcome, reason] of SKIPPED) if (count(outcome) > 0) output.out(`Skipped ${count(outcome)}: ${reason}.`);
}

/** Deliveries that are still being retried: of one job, or of all. */
async function findWaiting({ jobsTable }: Target, job: string | undefined): Promise<WaitingDelivery[]> {
  if (!job) return listWaitingDeliveries(jobsTable);
  const item = await findJob(jobsTable, job);
  return item ? waitingDeliveriesOf(item) : [];
}

/**
 * Makes the next attempt of a delivery now, and lets its receiver be called again if it is paused. The message that was to make the
 * attempt later finds it made, and does nothing.
 */
async function sendNow({ jobsTable, webhooksTable, webhooksQueue }: Target, waiting: WaitingDelivery): Promise<Outcome> {
  const { job: id, event, account, attempts } = waiting;
  const url = (await findJob(jobsTable, id))?.specification.web_hooks[event];
  if (!url) return 'gone';
  await closeCircuit(webhooksTable, account, url);
  await enqueueAttempt(webhooksQueue, { job: id, event, attempts, at: 0, waits: 0 });
  return 'sent';
}

type Outcome = 'sent' | 'late' | 'taken' | 'gone';

/** Why a webhook is not sent again. */
const SKIPPED: readonly (readonly [Outcome, string])[] = [
  ['late', 'the job has ended, and is no longer reported as running'],
  ['taken', 'somebody else has sent it again in the meantime; GET /status of the job says how that went'],
  ['gone', 'the job is gone'],
];

/** Replays a failed delivery. One that cannot be replayed any more is deleted. */
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
    await replayWebhook(target, job, failed.event);
    return 'sent';
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    const current = await findJob(jobsTable, failed.job);
    // A delivery that was replayed and given up again has replaced this one by its own.
    if (current && !current.deleted_at) return 'taken';
    await deleteFailedDelivery(webhooksTable, failed);
    return 'gone';
  }
}

async function secret(target: Target, verb: string | undefined, options: Options, output: Output): Promise<void> {
  if (verb !== 'show' && verb !== 'rotate') throw new CommandError('Say "avatar webhooks secret show" or "… rotate"');
  const account = checkAccount(options.account);
  const place = { table: target.webhooksTable, key: target.webhooksKey };
  const [, ended] = verb === 'rotate' ? (await listSecrets(place, account)).map(formatSecret) : [];
  if (verb === 'rotate' && !(await rotateSecret(place, account))) {
    throw new CommandError('Somebody else has rotated the secret at this moment; see avatar webhooks secret show');
  }
  const [current = '', previous] = (await listSecrets(place, account)).map(formatSecret);
  if (options.json) return output.out(JSON.stringify({ account, secret: current, previous: previous ?? null }));
  output.out(current);
  if (previous) {
    // A script takes what is written to stdout for the secret.
    output.err(`The secret before, ${previous}, signs too for ${SECRET_OVERLAP_HOURS} hours after the rotation.`);
  }
  if (ended) output.err(`The secret before that one, ${ended}, signs no longer.`);
}
