import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, bucket, tables } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...tables.jobs, ...bucket });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: "Redirects to a job's artifacts",
  tables: { jobs: ['GetItem'] },
  // Visemes are created on request.
  objects: { read: ['jobs'], write: ['jobs/*/visemes'] },
};
