import { randomUUID } from 'node:crypto';
import type { JobRecord } from '@talking-avatar/contract';
import { expect } from 'vitest';
import { acceptJob, findJob, listLeases } from '#jobs';
import { createToken, findTokenByHash, hashToken } from '#runtime';
import type { Embedded } from './embedded.ts';

/** Plan for the tokens of the drafted jobs. */
export const PLAN = { name: 'trial', quota: 3, days: 1 };

/** Creates jobs on the embedded services and reads their state. */
export function createDrafts({ tables, resources }: Embedded) {
  /** Creates a job that has not been accepted yet, along with a new token for its account. */
  async function draft(account = 'acme', changes: Partial<JobRecord> = {}): Promise<JobRecord> {
    const token = hashToken(await createToken(tables.tokens, account, PLAN));
    return {
      id: randomUUID(),
      account,
      token,
      status: 'queued',
      progress: 0,
      created_at: new Date().toISOString(),
      started_at: null,
      finished_at: null,
      expires_at: 2_000_000_000,
      specification: {
        target_rig: 'arkit',
        text: 'Hi.',
        language: 'en-US',
        camera: 1,
        emotion: { expression: 'neutral', level: 1 },
        output: { type: 'csv', width: 1280, height: 720 },
        web_hooks: {},
      },
      ...changes,
    };
  }

  async function accepted(account?: string, changes?: Partial<JobRecord>): Promise<JobRecord> {
    const job = await draft(account, changes);
    expect(await acceptJob(tables, job)).toBe('accepted');
    return job;
  }

  return {
    draft,
    accepted,
    used: async ({ token }: JobRecord) => (await findTokenByHash(tables.tokens, token))?.used,
    statusOf: async ({ id }: JobRecord) => (await findJob(tables.jobs, id))?.status,
    leases: async () => (await listLeases(resources.capacity)).map(({ job }) => job),
  };
}
