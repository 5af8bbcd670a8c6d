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

/** A caller with one Allow statement; by default it may do everything. */
export function caller(name: string, Action: string | string[] = '*', Resource: string | string[] = '*'): Caller {
  const policy = compilePolicy([{ Statement: [{ Effect: 'Allow', Action, Resource }] }], name);
  return { name, secret: `secret-of-${name}`, policy };
}

/** Settings of an SDK client that talks to the gate as `name`. */
export function clientOf(gateway: Gateway, name = 'operator') {
  return {
    endpoint: gateway.url,
    region: PLACE.region,
    credentials: { accessKeyId: name, secretAccessKey: `secret-of-${name}` },
    forcePathStyle: true,
    maxAttempts: 1,
  };
}

export function openGate(services: LocalService[], options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  return startGateway({ callers: [caller('operator')], services, ...options });
}

export function makeDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'local-'));
}

export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Lets the SDK clients that the process makes from its environment talk to the gate as `name`. */
export function enterAs(gateway: Gateway, name = 'operator'): void {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: gateway.url,
    AWS_REGION: PLACE.region,
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: `secret-of-${name}`,
  });
}
