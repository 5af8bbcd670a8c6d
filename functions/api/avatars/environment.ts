import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, bucket, bus, positiveInteger, queues, stateMachine, tables } from '#runtime/environment';

export const environment = v.object({
  ...authentication,
  ...tables.jobs,
  ...tables.accounts,
  ...tables.avatars,
  ...queues.jobs,
  ...bus,
  ...stateMachine,
  ...bucket,
  /** Days until a job's objects expire. */
  RETENTION_DAYS: positiveInteger,
});

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Accepts and lists avatars',
  timeout: 20,
  tables: {
    // Accepting a job writes the job and charges the quota in one transaction. Withdrawing it undoes both in another.
    jobs: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    tokens: ['GetItem', 'UpdateItem'],
    accounts: ['GetItem'],
    avatars: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  },
  objects: { read: ['uploads'], write: ['jobs'], delete: ['jobs', 'avatars'], probe: true },
  queues: ['jobs'],
  publishesEvents: true,
  stopsExecutions: true,
};
