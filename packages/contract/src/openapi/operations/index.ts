import type { Endpoint } from '../parts.ts';
import { account } from './account.ts';
import { actors } from './actors.ts';
import { avatars } from './avatars.ts';
import { cancel } from './cancel.ts';
import { costs } from './costs.ts';
import { download } from './download.ts';
import { estimate } from './estimate.ts';
import { generate } from './generate.ts';
import { health } from './health.ts';
import { openapi } from './openapi.ts';
import { remove } from './remove.ts';
import { status } from './status.ts';
import { uploads } from './uploads.ts';
import { voices } from './voices.ts';
import { webhooks } from './webhooks.ts';

/** The endpoints, in the order in which the reference lists them. Each name is a folder in functions/api. */
export const ENDPOINTS = {
  generate,
  estimate,
  uploads,
  status,
  download,
  cancel,
  remove,
  actors,
  voices,
  account,
  costs,
  webhooks,
  avatars,
  openapi,
  health,
} as const satisfies Readonly<Record<string, Endpoint>>;

export type EndpointName = keyof typeof ENDPOINTS;
