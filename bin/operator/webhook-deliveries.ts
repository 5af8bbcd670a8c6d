import { CommandError } from '@talking-avatar/cli';
import { toJobStatusView } from '@talking-avatar/contract';
import type { JobItem } from '#jobs';
import { findCircuit, type PendingDelivery } from '#webhooks';
import { alignColumns } from './columns.ts';
import { formatTime } from './job-item.ts';

/** Formats pending retries as a table. */
export function formatPending(pending: readonly PendingDelivery[]): string[] {
  const rows = pending.map(({ job, event, account, host, next_attempt_at, attempts, reason }) => [
    job,
    event,
    account,
    host,
    next_attempt_at === null ? 'now' : formatTime(next_attempt_at),
    String(attempts),
    reason ?? '',
  ]);
  return alignColumns([['JOB', 'EVENT', 'ACCOUNT', 'RECEIVER', 'NEXT ATTEMPT', 'ATTEMPTS', 'LAST REASON'], ...rows]);
}

/** Describes the webhooks of a job with their attempts. @returns the lines of the tables, or one line of JSON */
export async function describeDeliveries(webhooksTable: string, job: JobItem, json = false): Promise<string[]> {
  const deliveries = await readDeliveries(webhooksTable, job);
  if (json) return [JSON.stringify({ job: job.id, account: job.account, webhooks: deliveries })];
  if (deliveries.length === 0) return [`Job ${job.id} does not have web_hooks.`];
  const summary = deliveries.map(({ event, state, attempts, next_attempt_at, host, paused_until }) => [
    event,
    state,
    String(attempts),
    next_attempt_at ? formatTime(next_attempt_at) : '',
    host,
    paused_until ? formatTime(paused_until) : '',
  ]);
  const attempts = deliveries.flatMap(({ event, log }) =>
    log.map(({ at, status, duration, reason }) => [
      event,
      formatTime(at),
      String(status ?? 'none'),
      String(duration),
      reason ?? 'delivered',
    ]),
  );
  return [
    ...alignColumns([['EVENT', 'STATE', 'ATTEMPTS', 'NEXT ATTEMPT', 'RECEIVER', 'RECEIVER PAUSED UNTIL'], ...summary]),
    ...(attempts.length > 0 ? ['', ...alignColumns([['EVENT', 'ATTEMPT AT', 'STATUS', 'MS', 'RESULT'], ...attempts])] : []),
  ];
}

const readDeliveries = (webhooksTable: string, job: JobItem) =>
  Promise.all(
    toJobStatusView(job).webhooks.map(async (view) => {
      const url = job.specification.web_hooks[view.event] ?? '';
      const until = (await findCircuit(webhooksTable, job.account, url))?.open_until ?? 0;
      const paused_until = until > Date.now() ? new Date(until).toISOString() : null;
      return { ...view, host: new URL(url).host, paused_until };
    }),
  );

/** Explains why a job has nothing to replay, and what to do instead. */
export function explainNothingToReplay(job: JobItem, pending: readonly PendingDelivery[]): CommandError {
  const views = toJobStatusView(job).webhooks;
  const [next] = pending;
  if (views.length === 0) return new CommandError(`Job ${job.id} does not have web_hooks`);
  if (next) {
    const when = next.next_attempt_at ? `next at ${formatTime(next.next_attempt_at)}` : 'due now';
    const events = pending.map(({ event }) => event).join(', ');
    return new CommandError(
      `The delivery for job ${job.id} (${events}) is still being retried, ${when}; to send it immediately, add --now`,
    );
  }
  if (views.some(({ state }) => state === 'waiting'))
    return new CommandError(`Job ${job.id} is ${job.status}: there is no event to report yet`);
  const delivered = views.filter(({ state }) => state === 'delivered').map(({ event }) => event);
  return new CommandError(
    delivered.length > 0
      ? `${delivered.join(', ')} of ${job.id} was delivered; see avatar webhooks show ${job.id}`
      : `No event of ${job.id} needed a webhook; see avatar webhooks show ${job.id}`,
  );
}
