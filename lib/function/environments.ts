import { join } from 'node:path';
import { ENDPOINTS, type EndpointName } from '@talking-avatar/contract';
import type { EndpointDeployment } from '#runtime';
import { type EnvironmentSchema, environments, type FunctionName } from '#runtime/environment';

/** Exports of an endpoint's `environment.ts`. */
interface EndpointModule {
  environment: EnvironmentSchema;
  deployment: EndpointDeployment;
}

const FOLDER = join(import.meta.dirname, '../../functions/api');

/** Loads a module of a function by path, because functions are not imported statically. */
async function load(name: string): Promise<EndpointModule> {
  const path = join(FOLDER, name, 'environment.ts');
  const { environment, deployment }: Partial<EndpointModule> = await import(path);
  if (!environment || !deployment) throw new Error(`${path} must export "environment" and "deployment"`);
  return { environment, deployment };
}

/** Environment and deployment of each endpoint in the contract. */
export const ENDPOINT_MODULES = Object.fromEntries(
  await Promise.all(Object.keys(ENDPOINTS).map(async (name) => [name, await load(name)] as const)),
) as Readonly<Record<EndpointName, EndpointModule>>;

/** Environment of every function, by name. */
export const ENVIRONMENTS = Object.fromEntries([
  ...Object.entries(ENDPOINT_MODULES).map(([name, { environment }]) => [name, environment]),
  ...Object.entries(environments),
]) as Readonly<Record<FunctionName, EnvironmentSchema>>;
