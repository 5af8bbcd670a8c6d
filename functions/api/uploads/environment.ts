import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, bucket } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...bucket });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Returns a URL for uploading a large recording',
  // A presigned URL carries the permissions of whoever signed it.
  objects: { write: ['uploads'] },
};
