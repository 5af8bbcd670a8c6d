import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Caller,
  compilePolicy,
  type Gateway,
  type GatewayOptions,
  type LocalService,
  type Place,
  startGateway,
} from './gateway/index.ts';

export const PLACE: Place = { region: 'us-east-1', account: '000000000000' };

/** Creates a caller with one Allow statement, which covers everything by default. */
export function caller(name: string, Action: string | string[] = '*', Resource: string | string[] = '*'): Caller {
  const policy = compilePolicy([{ Statement: [{ Effect: 'Allow', Action, Resource }] }], name);
  return { name, secret: `secret-of-${name}`, policy };
}

/** Returns SDK client settings for calling the gateway as `name`. */
export function clientOf(gateway: Gateway, name = 'operator') {
  return {
    endpoint: gateway.url,
    region: PLACE.region,
    credentials: { accessKeyId: name, secretAccessKey: `secret-of-${name}` },
    forcePathStyle: true,
    maxAttempts: 1,
  };
}

export function startTestGateway(services: LocalService[], options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  return startGateway({ callers: [caller('operator')], services, ...options });
}

export function makeDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'local-'));
}

export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Makes SDK clients call the gateway as `name`. */
export function setCredentials(gateway: Gateway, name = 'operator'): void {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: gateway.url,
    AWS_REGION: PLACE.region,
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: `secret-of-${name}`,
  });
}
