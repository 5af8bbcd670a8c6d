import { delimiter, join } from 'node:path';
import type { Place } from '../gateway/index.ts';
import type { FunctionDefinition } from './definition.ts';

/** What all functions share. */
export interface Surroundings {
  readonly place: Place;
  /** Address of the AWS gate. */
  readonly endpoint: string;
  /** Key by which a function proves to the gate who it is. */
  readonly secretOf: (functionName: string) => string;
  /** PATH of the machine. */
  readonly path: string;
  /** Folder where Node.js keeps compiled code: a process loads its handler faster from the second time on. */
  readonly compileCache: string;
}

/**
 * The whole environment of a function's process: the template's variables and what AWS sets. Nothing else of the machine gets
 * in, so a function cannot come to depend on it.
 *
 * @param temporary folder of this process, in place of /tmp
 * @param runtimeApi `host:port`
 */
export function createEnvironment(
  definition: FunctionDefinition,
  { place, endpoint, secretOf, path, compileCache }: Surroundings,
  temporary: string,
  runtimeApi: string,
): Record<string, string> {
  const { name, code, handler, memory, layers, variables } = definition;
  return {
    ...variables,
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: secretOf(name),
    AWS_REGION: place.region,
    AWS_DEFAULT_REGION: place.region,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL: endpoint,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_LAMBDA_RUNTIME_API: runtimeApi,
    HOME: temporary,
    LAMBDA_TASK_ROOT: code,
    NODE_COMPILE_CACHE: compileCache,
    LANG: 'en_US.UTF-8',
    NODE_PATH: layers.map((layer) => join(layer, 'nodejs', 'node_modules')).join(delimiter),
    PATH: [...layers.map((layer) => join(layer, 'bin')), path].join(delimiter),
    TMPDIR: temporary,
    TZ: 'UTC',
    _HANDLER: handler,
  };
}
