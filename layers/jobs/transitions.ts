import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/clients.ts';
import { conditionHolds, transact } from '../aws/conditions.ts';
import type { Artifact, ArtifactName, ErrorBody, JobRecord, SpeechSummary, TerminalStatus } from '../contract/index.ts';
import { refundQuota } from './accept.ts';
import { type JobItem, PARKED, parkedSortKey, UNANNOUNCED, type WorkList, workListKey } from './item.ts';

/**
 * State transitions of a job. Each is one conditional write: of two that race, one returns true and the other false.
 *
 *   queued ──begin──▶ running ──finish──▶ succeeded | failed | cancelled
 *      └────cancelQueued──▶ cancelled            (finish also ends a job that never began; cancelUnfinished ends both)
 */

/** Begins a job. Returns false when it is not queued any more. */
export function markJobRunning(table: string, id: string, now = new Date()): Promise<boolean> {
  return updateJob(table, id, {
    set: { status: 'running', started_at: now.toISOString() },
    remove: ['waiting', 'ticket'],
    from: ['queued'],
  });
}

/** Cancels a job that has not begun. Returns false when it has, or has ended. */
export function cancelQueuedJob(table: string, id: string, error: ErrorBody, now = new Date()): Promise<boolean> {
  return updateJob(table, id, {
    set: { status: 'cancelled', error, ...endAttributes(id, now) },
    from: ['queued'],
  });
}

/** Cancels a job that has not ended. Returns false when it has. */
export function cancelUnfinishedJob(table: string, id: string, error: ErrorBody, now = new Date()): Promise<boolean> {
  return updateJob(table, id, {
    set: { status: 'cancelled', error, ...endAttributes(id, now) },
    from: ['queued', 'running'],
  });
}

/** Attributes of every ended job: the time, and the work list of jobs whose end is not published yet. */
const endAttributes = (id: string, now: Date) => ({
  finished_at: now.toISOString(),
  waiting: workListKey(UNANNOUNCED, id),
  ticket: now.toISOString(),
});

/** Moves a job between work lists. Returns false when it is on neither of them. */
export function moveToWorkList(table: string, id: string, from: WorkList, to: WorkList): Promise<boolean> {
  return conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: { id },
        UpdateExpression: 'SET waiting = :to',
        // The bare name of a place is what an earlier release wrote.
        ConditionExpression: 'waiting IN (:from, :bareFrom, :to, :bareTo)',
        ExpressionAttributeValues: {
          ...{ ':from': workListKey(from, id), ':to': workListKey(to, id) },
          ...{ ':bareFrom': from, ':bareTo': to },
        },
      }),
    ),
  );
}

/** Removes a job from a work list. Returns false when it is not on that list. */
export function removeFromWorkList(table: string, id: string, place: WorkList): Promise<boolean> {
  return conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: { id },
        UpdateExpression: 'REMOVE waiting, ticket',
        ConditionExpression: 'waiting IN (:key, :bare)',
        ExpressionAttributeValues: { ':key': workListKey(place, id), ':bare': place },
      }),
    ),
  );
}

/**
 * Lets a queued job wait for capacity under a start tag.
 *
 * @param capacity jobs that may run at once: it says over how many keys the parked ones are spread
 * @returns false when it is not queued any more
 */
export function parkJob(
  { jobs, capacity }: { jobs: string; capacity: number },
  { id, created_at }: Pick<JobRecord, 'id' | 'created_at'>,
  tag: number,
): Promise<boolean> {
  const set = { waiting: workListKey(PARKED, id, capacity), ticket: parkedSortKey(tag, created_at) };
  return updateJob(jobs, id, { set, from: ['queued'] });
}

/** Moves a parked job to the key that jobs are parked under now; its ticket stays. Returns false when it was started meanwhile. */
export function rekeyParkedJob(table: string, { id, ticket }: JobItem, capacity: number): Promise<boolean> {
  return conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: { id },
        UpdateExpression: 'SET waiting = :key',
        ConditionExpression: 'begins_with(waiting, :parked) AND ticket = :ticket',
        ExpressionAttributeValues: {
          ':key': workListKey(PARKED, id, capacity),
          ':parked': PARKED,
          ':ticket': ticket,
        },
      }),
    ),
  );
}

/** Takes a queued job off the waiting list. Returns false when it is not queued any more. */
export function unparkJob(table: string, id: string): Promise<boolean> {
  return updateJob(table, id, { remove: ['waiting', 'ticket'], from: ['queued'] });
}

/** How far a running job is, 0..1. It never goes back: a late or repeated step is ignored. */
export async function reportProgress(table: string, id: string, progress: number): Promise<void> {
  await updateJob(table, id, { set: { progress }, from: ['running'], and: 'progress < :progress' });
}

/** Keeps what the speech step found out. */
export async function recordSpeech(table: string, id: string, speech: SpeechSummary): Promise<void> {
  await updateJob(table, id, { set: { speech }, from: ['running'] });
}

/** Keeps how a film is cut; nothing of it is drawn yet. */
export async function recordVideoPlan(
  table: string,
  id: string,
  film: Omit<NonNullable<JobRecord['film']>, 'done'>,
): Promise<void> {
  await updateJob(table, id, { set: { film: { ...film, done: {} } }, from: ['running'] });
}

/**
 * Counts the frames of a segment that are drawn. A segment that is drawn again counts from its beginning.
 *
 * @returns the share of the film that is drawn, 0..1; undefined when the job does not run any more
 */
export async function recordRenderedFrames(
  table: string,
  id: string,
  segment: number,
  frames: number,
): Promise<number | undefined> {
  const command = new UpdateCommand({
    TableName: table,
    Key: { id },
    UpdateExpression: 'SET #film.#done.#segment = :frames',
    ConditionExpression: '#status = :running',
    ExpressionAttributeNames: { '#film': 'film', '#done': 'done', '#segment': String(segment), '#status': 'status' },
    ExpressionAttributeValues: { ':frames': frames, ':running': 'running' },
    ReturnValues: 'ALL_NEW',
  });
  let film: JobRecord['film'];
  await conditionHolds(async () => {
    film = ((await dynamodb().send(command)).Attributes as JobRecord | undefined)?.film;
  });
  if (!film) return undefined;
  const done = Object.values(film.done).reduce((sum, count) => sum + count, 0);
  return Math.min(1, done / film.frames);
}

/** Keeps what there will be to download. */
export async function recordArtifacts(
  table: string,
  id: string,
  artifacts: Partial<Record<ArtifactName, Artifact>>,
): Promise<void> {
  await updateJob(table, id, { set: { artifacts }, from: ['running'] });
}

export interface JobOutcome {
  status: TerminalStatus;
  error?: ErrorBody;
}

/**
 * Writes the terminal status of a job, once. When the service itself failed the job (code 500 and up), the same transaction refunds
 * the quota.
 *
 * @returns false when the job has ended before
 */
export async function finishJob(
  tables: { jobs: string; tokens: string },
  job: { id: string; token: string },
  { status, error }: JobOutcome,
  now = new Date(),
): Promise<boolean> {
  const change = buildUpdate({
    set: {
      status,
      ...endAttributes(job.id, now),
      ...(error && { error }),
      ...(status === 'succeeded' && { progress: 1 }),
    },
    from: ['queued', 'running'],
  });
  const ending = { Update: { TableName: tables.jobs, Key: { id: job.id }, ...change } };
  const refunded = status === 'failed' && (error?.code ?? 500) >= 500;
  const failed = await transact(() =>
    dynamodb().send(
      new TransactWriteCommand({
        TransactItems: refunded ? [ending, refundQuota(tables.tokens, job.token)] : [ending],
      }),
    ),
  );
  if (!failed) return true;
  if (failed[0] || !refunded) return false;
  // The token was renewed or deleted meanwhile: there is nothing to refund, but the job must still end.
  return conditionHolds(() => dynamodb().send(new UpdateCommand(ending.Update)));
}

interface Change {
  set?: Record<string, unknown>;
  remove?: readonly string[];
  from: readonly string[];
  /** A further condition, over the values of `set`. */
  and?: string;
}

function updateJob(table: string, id: string, change: Change): Promise<boolean> {
  return conditionHolds(() =>
    dynamodb().send(new UpdateCommand({ TableName: table, Key: { id }, ...buildUpdate(change) })),
  );
}

/** Writes a change as DynamoDB's expressions; every attribute goes by a `#` name, since `status` and others are reserved. */
function buildUpdate({ set = {}, remove = [], from, and }: Change) {
  const sets = Object.keys(set).map((name) => `#${name} = :${name}`);
  const removes = remove.map((name) => `#${name}`);
  const parts = [sets.length ? `SET ${sets.join(', ')}` : '', removes.length ? `REMOVE ${removes.join(', ')}` : ''];
  const states = from.map((_, index) => `:from${index}`);
  return {
    UpdateExpression: parts.filter(Boolean).join(' '),
    ConditionExpression: `#status IN (${states.join(', ')})${and ? ` AND ${and}` : ''}`,
    ExpressionAttributeNames: Object.fromEntries(
      ['status', ...Object.keys(set), ...remove].map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
      ...Object.fromEntries(from.map((state, index) => [`:from${index}`, state])),
    },
  };
}
