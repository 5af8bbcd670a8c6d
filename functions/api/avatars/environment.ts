import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, bucket, tables } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...tables.accounts, ...tables.avatars, ...bucket });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Checks and stores avatars',
  // The largest files need 2 GB of memory, and a few seconds with one and a half processors.
  memory: 3008,
  timeout: 29,
  tables: { accounts: ['GetItem'], avatars: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  objects: { read: ['uploads'], write: ['avatars'], delete: ['avatars'], probe: true },
};
