import { delimiter, join } from 'node:path';
import type { Place } from '../gateway/index.ts';
import type { FunctionDefinition } from './definition.ts';

export interface ExecutionEnvironment {
  readonly place: Place;
  /** URL of the gateway. */
  readonly endpoint: string;
  /** Secret access key by function name. */
  readonly secretOf: (functionName: string) => string;
  /** Folder for compiled code and shaders, so that later processes start faster. */
  readonly caches: string;
}

/**
 * Creates a function's complete environment from the variables in the template and the ones that Lambda sets. Nothing else from this
 * machine is included, so functions cannot depend on it.
 * @param temporary the process's replacement for /tmp
 * @param runtimeApi `host:port`
 */
export function createEnvironment(
  definition: FunctionDefinition,
  { place, endpoint, secretOf, caches }: ExecutionEnvironment,
  temporary: string,
  runtimeApi: string,
): Record<string, string> {
  const { name, code, handler, memory, variables } = definition;
  return {
    ...variables,
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: secretOf(name),
    AWS_REGION: place.region,
    AWS_DEFAULT_REGION: place.region,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL: endpoint,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_LAMBDA_RUNTIME_API: runtimeApi,
    // Otherwise programs would find the developer's home directory, which does not exist on Lambda.
    HOME: temporary,
    LAMBDA_TASK_ROOT: code,
    NODE_COMPILE_CACHE: join(caches, 'compiled'),
    LANG: 'en_US.UTF-8',
    ...searchPathsOf(definition),
    // Processes share compiled shaders. On AWS, each environment of an image compiles its own.
    ...(definition.image && { MESA_SHADER_CACHE_DIR: join(caches, 'shaders') }),
    TMPDIR: temporary,
    TZ: 'UTC',
    _HANDLER: handler,
  };
}

/** A PATH without any programs. An empty PATH would mean the current folder. */
const NO_PROGRAMS = '/dev/null';

/**
 * Variables that let a function find the programs and packages in its layers (Lambda developer guide, "Defined runtime environment
 * variables" and "Layer paths for each Lambda runtime"). An image contains its own programs, which are in its `bin` folder locally. The
 * system folders at the start of Lambda's PATH are left out, because on this machine they may contain programs that Lambda does not have.
 */
function searchPathsOf({ code, image, layers }: FunctionDefinition): Record<string, string> {
  if (image) return { PATH: join(code, 'bin') };
  const packages = layers.flatMap((layer) => [join(layer, 'nodejs', 'node24', 'node_modules'), join(layer, 'nodejs', 'node_modules')]);
  return {
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    NODE_PATH: [...packages, code].join(delimiter),
    PATH: layers.map((layer) => join(layer, 'bin')).join(delimiter) || NO_PROGRAMS,
  };
}
