import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, bucket } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...bucket });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Lists the actors',
  // The function copies its bundled posters to the bucket and returns presigned URLs for them.
  objects: { read: ['actors'], write: ['actors'] },
};
