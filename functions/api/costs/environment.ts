import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, tables } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...tables.jobs, ...tables.ledger });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Returns the costs of jobs',
  tables: { jobs: ['GetItem', 'Query by-account'], ledger: ['Query by-job'] },
};
