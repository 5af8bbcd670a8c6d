import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, tts } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...tts });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: 'Lists the voices',
};
