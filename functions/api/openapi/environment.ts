import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { cors, identifiers } from '#runtime/environment';

export const environment = v.object({ ...cors, ...identifiers });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Returns the OpenAPI document',
};
