import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { JobRecord } from '@talking-avatar/contract';
import { dynamodb } from '#aws/clients';
import { getItem, transact } from '#aws/table';
import { ACCEPTED, type ARRIVING, toItem } from './item.ts';

export interface AcceptanceTables {
  jobs: string;
  tokens: string;
  idempotency: string;
}

/** An `Idempotency-Key` with its account, and a hash of the request. */
export interface IdempotencyClaim {
  key: string;
  fingerprint: string;
}

/** The job of an earlier request with an `Idempotency-Key`. */
export interface IdempotencyRecord extends IdempotencyClaim {
  job_id: string;
  /** In seconds since 1970. */
  expires_at: number;
}

/** Lifetime of an `Idempotency-Key`, in s: one day. */
const IDEMPOTENCY_SECONDS = 86_400;

/** Result of accepting a job: it was written, the quota is used up or the token has expired, or the idempotency key is in use. */
type AcceptanceResult = 'accepted' | 'quota' | 'repeated';

/**
 * Accepts a job: writes its record, its token's quota, and the idempotency key in one transaction.
 *
 *   two posts, one key       A: transact ──────── accepted
 *                            B:        transact ─ condition on the key fails ─ repeated
 *   last unit of the quota   A: used < quota ──── accepted
 *                            B:        used < quota fails ──────────────────── quota
 */
export async function acceptJob(
  tables: AcceptanceTables,
  job: JobRecord,
  claim?: IdempotencyClaim,
  list: typeof ARRIVING | typeof ACCEPTED = ACCEPTED,
): Promise<AcceptanceResult> {
  const seconds = Math.floor(Date.parse(job.created_at) / 1000);
  const failed = await transact(() =>
    dynamodb().send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: tables.jobs,
              Item: toItem(job, list),
              ConditionExpression: 'attribute_not_exists(id)',
            },
          },
          {
            Update: {
              TableName: tables.tokens,
              Key: { hash: job.token },
              UpdateExpression: 'SET used = used + :one',
              ConditionExpression: 'used < quota AND expires_at > :now AND attribute_not_exists(revoked_at)',
              ExpressionAttributeValues: { ':one': 1, ':now': job.created_at },
            },
          },
          ...(claim
            ? [
                {
                  Put: {
                    TableName: tables.idempotency,
                    Item: {
                      ...claim,
                      job_id: job.id,
                      expires_at: seconds + IDEMPOTENCY_SECONDS,
                    } satisfies IdempotencyRecord,
                    ConditionExpression: 'attribute_not_exists(#key) OR expires_at <= :seconds',
                    ExpressionAttributeNames: { '#key': 'key' },
                    ExpressionAttributeValues: { ':seconds': seconds },
                  },
                },
              ]
            : []),
        ],
      }),
    ),
  );
  // The record exists because an earlier attempt of this transaction wrote it.
  if (!failed || failed[0]) return 'accepted';
  return failed[2] ? 'repeated' : 'quota';
}

/** Reverts the acceptance of a job that could not be queued. @returns false if SQS did receive it and only the response was lost */
export async function revertAcceptance(tables: AcceptanceTables, job: JobRecord, claim?: IdempotencyClaim): Promise<boolean> {
  const deletions = [
    {
      Delete: {
        TableName: tables.jobs,
        Key: { id: job.id },
        ConditionExpression: '#status = :queued',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':queued': 'queued' },
      },
    },
    ...(claim ? [{ Delete: { TableName: tables.idempotency, Key: { key: claim.key } } }] : []),
  ];
  const write = (TransactItems: TransactItems) => transact(() => dynamodb().send(new TransactWriteCommand({ TransactItems })));
  const failed = await write([...deletions, refundQuota(tables.tokens, job)]);
  if (!failed) return true;
  if (failed[0]) return false;
  // The token was renewed or deleted in the meantime, so there is no quota to refund.
  return (await write(deletions)) === null;
}

type TransactItems = TransactWriteCommandInput['TransactItems'];

/** The token of a job, and the plan period whose quota was charged. */
export type ChargedJob = Pick<JobRecord, 'token' | 'plan_expires_at'>;

/** Creates the transaction item that refunds a job to the quota it was charged to. It fails if the token was renewed in the meantime. */
export const refundQuota = (tokensTable: string, { token, plan_expires_at }: ChargedJob) => ({
  Update: {
    TableName: tokensTable,
    Key: { hash: token },
    UpdateExpression: 'SET used = used - :one',
    ConditionExpression: `used > :none${plan_expires_at ? ' AND expires_at = :period' : ''}`,
    ExpressionAttributeValues: { ':one': 1, ':none': 0, ...(plan_expires_at && { ':period': plan_expires_at }) },
  },
});

export async function findIdempotencyRecord(table: string, key: string): Promise<IdempotencyRecord | undefined> {
  const record = await getItem<IdempotencyRecord>(table, { key });
  return record && record.expires_at > Date.now() / 1000 ? record : undefined;
}
