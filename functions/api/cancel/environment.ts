import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, bus, stateMachine, tables } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...tables.jobs, ...bus, ...stateMachine });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Cancels a job',
  tables: { jobs: ['GetItem', 'UpdateItem'] },
  publishesEvents: true,
  stopsExecutions: true,
};
