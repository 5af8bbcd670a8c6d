import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dynamodb } from '#aws/clients';
import { findTokenByHash, type Submission } from '#runtime';
import { acceptSubmission } from '../../functions/api/generate/acceptance.ts';
import type { Settings } from '../../functions/api/generate/environment.ts';
import { handleErrors } from '../../layers/runtime/endpoint/handle-errors.ts';
import { createDrafts } from '../jobs/drafts.ts';
import { useEmbedded } from '../jobs/embedded.ts';

const embedded = useEmbedded(1);
const { draft } = createDrafts(embedded);
afterEach(() => vi.restoreAllMocks());

/** Makes the next few transactions conflict with others on the item of the token. */
function contend(times: number): void {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const send = dynamodb().send.bind(dynamodb());
  let left = times;
  vi.spyOn(dynamodb(), 'send').mockImplementation((async (command: never) => {
    if ((command as object) instanceof TransactWriteCommand && left-- > 0)
      throw new TransactionCanceledException({
        message: 'Transaction cancelled',
        $metadata: { httpStatusCode: 400 },
        CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
      });
    return send(command);
  }) as never);
}

/** Submits a job as a client with a new token. */
async function submit() {
  const { token, specification } = await draft();
  const settings = {
    JOBS_TABLE: 'jobs',
    TOKENS_TABLE: 'tokens',
    IDEMPOTENCY_TABLE: 'idempotency',
    ACCOUNTS_TABLE: 'accounts',
    JOBS_QUEUE_URL: embedded.resources.jobsQueue,
    RETENTION_DAYS: 1,
  } as Settings;
  const caller = await findTokenByHash('tokens', token);
  const requestId = randomUUID();
  const circumstances = { claim: { key: randomUUID(), fingerprint: '' }, requestId, baseUrl: 'https://example.com' };
  const request = { event: { requestContext: { requestId } }, error: null as unknown, response: null as unknown };
  const accepted = await acceptSubmission(settings, caller!, { specification } as Submission, circumstances).catch((error) => {
    request.error = error;
    handleErrors({ keyed: true }).onError?.(request as never);
  });
  return { id: accepted?.id, response: request.response, used: (await findTokenByHash('tokens', token))?.used };
}

describe('concurrent submissions with one token', () => {
  it('are retried', async () => {
    contend(7);
    expect(await submit()).toEqual({ id: expect.any(String), response: null, used: 1 });
  });

  it('result in 503 with Retry-After if others always win, and leave nothing behind', async () => {
    const count = async () => (await dynamodb().send(new ScanCommand({ TableName: 'jobs' }))).Items?.length;
    const before = await count();
    contend(8);
    const { id, response, used } = await submit();
    expect({ id, used }).toEqual({ id: undefined, used: 0 });
    expect(response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
    expect(await count()).toBe(before);
  });
});
