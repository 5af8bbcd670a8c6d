import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, tables, webhookResources } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...tables.jobs, ...webhookResources });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Manages webhook secrets and deliveries',
  tables: { jobs: ['GetItem', 'UpdateItem', 'Query by-account'], webhooks: ['GetItem', 'UpdateItem', 'DeleteItem'] },
  queues: ['webhooks'],
  derivesSecrets: true,
};
