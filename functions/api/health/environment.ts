import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { cors, tables } from '#runtime/environment';

export const environment = v.object({ ...cors, ...tables.jobs });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Checks that the service can read jobs',
  memory: 256,
  tables: { jobs: ['GetItem'] },
};
