import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, bucket, bus, stateMachine, tables } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...tables.jobs, ...tables.webhooks, ...bus, ...stateMachine, ...bucket });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Deletes a job',
  timeout: 20,
  tables: { jobs: ['GetItem', 'UpdateItem'], webhooks: ['DeleteItem'] },
  objects: { delete: ['jobs'], probe: true },
  publishesEvents: true,
  stopsExecutions: true,
};
