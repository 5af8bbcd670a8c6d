import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { audioStores, authentication, bucket, identifiers, outbound, positiveInteger, queues, tables, tts } from '#runtime/environment';

export const environment = v.object({
  ...authentication,
  ...tables.jobs,
  ...tables.accounts,
  ...tables.avatars,
  ...tables.idempotency,
  ...queues.jobs,
  ...queues.deadlines,
  ...bucket,
  ...audioStores,
  ...tts,
  ...outbound,
  ...identifiers,
  /** Days until a job's objects expire. */
  RETENTION_DAYS: positiveInteger,
});

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Accepts a job',
  timeout: 20,
  tables: {
    // Accepting a job writes the job and its idempotency key and charges the quota in one transaction. Withdrawing it undoes all three in
    // another.
    jobs: ['PutItem', 'UpdateItem', 'DeleteItem'],
    tokens: ['GetItem', 'UpdateItem'],
    idempotency: ['GetItem', 'PutItem', 'DeleteItem'],
    accounts: ['GetItem'],
    avatars: ['GetItem'],
  },
  objects: { read: ['uploads'], write: ['jobs'], delete: ['jobs'], probe: true },
  queues: ['jobs', 'deadlines'],
};
