import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  type Artifact,
  type ArtifactName,
  type ErrorBody,
  type JobRecord,
  type SpeechSummary,
  type TerminalStatus,
  toWebhookViews,
  WEBHOOK_EVENTS,
  type WebhookKey,
} from '@talking-avatar/contract';
import { dynamodb } from '#aws/clients';
import { isoTime } from '#aws/clock';
import { conditionHolds, transact, updateItem } from '#aws/table';
import { type ChargedJob, refundQuota } from './accept.ts';
import { fromItem, type JobItem, PARKED, parkedSortKey, UNANNOUNCED, UNAUDITED, UNDELIVERED, type WorkList, workListKey } from './item.ts';

/**
 * Status transitions of a job. Each is a single conditional write. If two run concurrently, one returns true and the other false.
 *
 *   queued ──markJobRunning──▶ running ──writeTerminalStatus──▶ succeeded | failed | cancelled
 *      └────cancelQueuedJob──▶ cancelled      (writeTerminalStatus and cancelUnfinishedJob also end a queued job)
 */

/** Sets the status to `running`. @returns false if the job is no longer queued */
export const markJobRunning = (table: string, id: string): Promise<boolean> =>
  updateJob(table, id, {
    set: { status: 'running', started_at: isoTime(Date.now()) },
    remove: ['work_list', 'list_position'],
    from: ['queued'],
  });

/** Records that a job gets a second execution. @returns false if it already has one or has ended */
export const markJobRestarted = (table: string, id: string): Promise<boolean> =>
  updateJob(table, id, {
    set: { restarted_at: isoTime(Date.now()) },
    from: ['queued', 'running'],
    and: 'attribute_not_exists(#restarted_at)',
  });

/** Cancels a queued job. @returns false if it is no longer queued */
export const cancelQueuedJob = (table: string, id: string, error: ErrorBody): Promise<boolean> =>
  updateJob(table, id, { set: { status: 'cancelled', error, ...endAttributes(id) }, from: ['queued'] });

/** Cancels a queued or running job. @returns false if it has ended */
export const cancelUnfinishedJob = (table: string, id: string, error: ErrorBody): Promise<boolean> =>
  updateJob(table, id, { set: { status: 'cancelled', error, ...endAttributes(id) }, from: ['queued', 'running'] });

/** Returns the attributes to set on a job that ends: the time, and the `unannounced` work list. */
const endAttributes = (id: string) => {
  const now = isoTime(Date.now());
  return { finished_at: now, work_list: workListKey(UNANNOUNCED, id), list_position: now };
};

/** Moves a job between work lists. @returns false if it is on neither of them */
export const moveToWorkList = (table: string, id: string, from: WorkList, to: WorkList): Promise<boolean> =>
  updateItem(
    table,
    { id },
    {
      UpdateExpression: 'SET work_list = :to',
      ConditionExpression: 'work_list IN (:from, :to)',
      ExpressionAttributeValues: { ':from': workListKey(from, id), ':to': workListKey(to, id) },
    },
  );

/**
 * Takes an audited job off its work list. While one of its webhooks waits for an attempt, it goes to `undelivered`, where the sweep looks
 * for attempts that are never made. If webhooks are replayed and end between the two writes, the job stays for another audit.
 */
export async function finishAudit(table: string, job: JobItem): Promise<void> {
  const views = toWebhookViews(job.deliveries ?? {}, job).filter(({ state }) => state !== 'skipped');
  const events = views.map(({ event }) => event);
  const watch = () =>
    updateItem(
      table,
      { id: job.id },
      {
        UpdateExpression: 'SET work_list = :to',
        ConditionExpression: `work_list = :from AND (${events.map((event) => `deliveries.${event}.#state = :waiting`).join(' OR ')})`,
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':from': workListKey(UNAUDITED, job.id),
          ':to': workListKey(UNDELIVERED, job.id),
          ':waiting': 'waiting',
        },
      },
    );
  const isWaiting = views.some(({ state }) => state === 'waiting');
  if (isWaiting && (await watch())) return;
  const removed = await removeFromWorkList(table, job.id, UNAUDITED, events);
  if (!removed && !isWaiting && events.length > 0) await watch();
}

/** Stores since when the webhooks of a job on `undelivered` have been waiting. @param since ms since 1970 */
export const updateDeliveryWatch = (table: string, id: string, since: number): Promise<boolean> =>
  updateItem(
    table,
    { id },
    {
      UpdateExpression: 'SET list_position = :since',
      ConditionExpression: 'work_list = :list',
      ExpressionAttributeValues: { ':list': workListKey(UNDELIVERED, id), ':since': isoTime(since) },
    },
  );

/** Takes a job off `undelivered`, unless a webhook that had ended when `job` was read has been replayed since. */
export const finishDeliveries = (table: string, { id, deliveries = {} }: JobItem): Promise<boolean> => {
  const ended = WEBHOOK_EVENTS.filter((event) => deliveries[event] && deliveries[event].state !== 'waiting');
  return removeFromWorkList(table, id, UNDELIVERED, ended);
};

/** Removes a job from a work list. @returns false if it is not on the list, or one of the `events` is waiting for an attempt */
export const removeFromWorkList = (table: string, id: string, list: WorkList, events: readonly WebhookKey[] = []): Promise<boolean> =>
  updateItem(
    table,
    { id },
    {
      UpdateExpression: 'REMOVE work_list, list_position',
      ConditionExpression: ['work_list = :key', ...events.map((event) => `deliveries.${event}.#state <> :waiting`)].join(' AND '),
      ...(events.length > 0 && { ExpressionAttributeNames: { '#state': 'state' } }),
      ExpressionAttributeValues: { ':key': workListKey(list, id), ...(events.length > 0 && { ':waiting': 'waiting' }) },
    },
  );

/** Parks a queued job. @param tables `capacity` determines the index keys for parked jobs @returns false if it is not queued */
export function parkJob(
  { jobs, capacity }: { jobs: string; capacity: number },
  { id, created_at }: Pick<JobRecord, 'id' | 'created_at'>,
  tag: number,
): Promise<boolean> {
  const set = { work_list: workListKey(PARKED, id, capacity), list_position: parkedSortKey(tag, created_at) };
  return updateJob(jobs, id, { set, from: ['queued'] });
}

/** Moves a parked job to the key that it has under the current capacity. @returns false if it has started in the meantime */
export const moveParkedJob = (table: string, { id, list_position }: JobItem, capacity: number): Promise<boolean> =>
  updateItem(
    table,
    { id },
    {
      UpdateExpression: 'SET work_list = :key',
      ConditionExpression: 'begins_with(work_list, :parked) AND list_position = :list_position',
      ExpressionAttributeValues: {
        ':key': workListKey(PARKED, id, capacity),
        ':parked': PARKED,
        ':list_position': list_position,
      },
    },
  );

/** Takes a queued job out of the parked jobs. @returns false if it is no longer queued */
export const unparkJob = (table: string, id: string): Promise<boolean> =>
  updateJob(table, id, { remove: ['work_list', 'list_position'], from: ['queued'] });

/** Stores a running job's progress, 0..1. Values below the stored one are ignored. */
export async function reportProgress(table: string, id: string, progress: number): Promise<void> {
  await updateJob(table, id, { set: { progress }, from: ['running'], and: 'progress < :progress' });
}

export async function recordSpeech(table: string, id: string, speech: SpeechSummary): Promise<void> {
  await updateJob(table, id, { set: { speech }, from: ['running'] });
}

export async function recordVideoPlan(table: string, id: string, video: Omit<NonNullable<JobRecord['video']>, 'done'>): Promise<void> {
  await updateJob(table, id, { set: { video: { ...video, done: {} } }, from: ['running'] });
}

/** Stores how many frames of a segment are done. @returns progress of the video, 0..1; undefined if the job is no longer running */
export async function recordRenderedFrames(table: string, id: string, segment: number, frames: number): Promise<number | undefined> {
  const command = new UpdateCommand({
    TableName: table,
    Key: { id },
    UpdateExpression: 'SET #video.#done.#segment = :frames',
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#video': 'video', '#done': 'done', '#segment': String(segment), '#status': 'status' },
    ExpressionAttributeValues: { ':frames': frames, ':running': 'running' },
    ReturnValues: 'ALL_NEW',
  });
  let video: JobRecord['video'];
  await conditionHolds(async () => {
    const { Attributes } = await dynamodb().send(command);
    video = Attributes && fromItem(Attributes).video;
  });
  if (!video) return undefined;
  const done = Object.values(video.done).reduce((sum, count) => sum + count, 0);
  return Math.min(1, done / video.frames);
}

export async function recordArtifacts(table: string, id: string, artifacts: Partial<Record<ArtifactName, Artifact>>): Promise<void> {
  await updateJob(table, id, { set: { artifacts }, from: ['running'] });
}

export interface JobOutcome {
  status: TerminalStatus;
  error?: ErrorBody;
}

/** Ends a job, once. A service failure (`code` 500 and above) refunds the quota. @returns false if the job had already ended */
export async function writeTerminalStatus(
  tables: { jobs: string; tokens: string },
  job: { id: string } & ChargedJob,
  { status, error }: JobOutcome,
): Promise<boolean> {
  const change = buildUpdate({
    set: {
      status,
      ...endAttributes(job.id),
      ...(error && { error }),
      ...(status === 'succeeded' && { progress: 1 }),
    },
    from: ['queued', 'running'],
  });
  const write = { Update: { TableName: tables.jobs, Key: { id: job.id }, ...change } };
  const refunded = status === 'failed' && (error?.code ?? 500) >= 500;
  const failed = await transact(() =>
    dynamodb().send(
      new TransactWriteCommand({
        TransactItems: refunded ? [write, refundQuota(tables.tokens, job)] : [write],
      }),
    ),
  );
  if (!failed) return true;
  if (failed[0] || !refunded) return false;
  // The token was renewed or deleted in the meantime, so there is no quota to refund.
  return updateItem(tables.jobs, { id: job.id }, change);
}

interface Change {
  set?: Record<string, unknown>;
  remove?: readonly string[];
  /** Statuses from which the change is allowed. */
  from: readonly string[];
  /** An additional condition on the attributes and values of `set`. */
  and?: string;
}

const updateJob = (table: string, id: string, change: Change): Promise<boolean> => updateItem(table, { id }, buildUpdate(change));

/** Builds DynamoDB expressions. All attributes use `#` names because `status` and others are reserved words. */
function buildUpdate({ set = {}, remove = [], from, and }: Change) {
  const sets = Object.keys(set).map((name) => `#${name} = :${name}`);
  const removes = remove.map((name) => `#${name}`);
  const parts = [sets.length ? `SET ${sets.join(', ')}` : '', removes.length ? `REMOVE ${removes.join(', ')}` : ''];
  const states = from.map((_, index) => `:from${index}`);
  return {
    UpdateExpression: parts.filter(Boolean).join(' '),
    ConditionExpression: `#status IN (${states.join(', ')})${and ? ` AND ${and}` : ''}`,
    ExpressionAttributeNames: Object.fromEntries(['status', ...Object.keys(set), ...remove].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      ...Object.fromEntries(from.map((state, index) => [`:from${index}`, state])),
    },
  };
}
