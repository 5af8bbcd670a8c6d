import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { audioStores, authentication, bucket, identifiers, outbound, rendering, tables, tts } from '#runtime/environment';

export const environment = v.object({
  ...authentication,
  ...tables.accounts,
  ...tables.avatars,
  ...bucket,
  ...audioStores,
  ...tts,
  ...outbound,
  ...rendering,
  ...identifiers,
});

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Estimates the cost of a job',
  timeout: 20,
  tables: { accounts: ['GetItem'], avatars: ['GetItem'] },
  objects: {},
};
