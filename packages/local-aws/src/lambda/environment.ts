import { delimiter, join } from 'node:path';
import type { Place } from '../gateway/index.ts';
import type { FunctionDefinition } from './definition.ts';

/** Variables common to all functions. */
export interface ExecutionEnvironment {
  readonly place: Place;
  /** Address of the gateway. */
  readonly endpoint: string;
  /** Secret access key of a function. */
  readonly secretOf: (functionName: string) => string;
  /** Folder where processes keep what they compile, so that the next one starts faster: code, and the shaders of an image. */
  readonly caches: string;
}

/**
 * The whole environment of a function's process: the template's variables and what AWS sets. Nothing else of the machine gets in, so a
 * function cannot come to depend on it.
 * @param temporary folder of this process, in place of /tmp
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
    // Otherwise programs would find the developer's home; Lambda has none.
    HOME: temporary,
    LAMBDA_TASK_ROOT: code,
    NODE_COMPILE_CACHE: join(caches, 'compiled'),
    LANG: 'en_US.UTF-8',
    ...searchPathsOf(definition),
    // The image of what renders has its shaders compiled when it is built.
    ...(definition.image && { MESA_SHADER_CACHE_DIR: join(caches, 'shaders') }),
    TMPDIR: temporary,
    TZ: 'UTC',
    _HANDLER: handler,
  };
}

/** A PATH on which nothing is found; an empty one would be the current folder. */
const NO_PROGRAMS = '/dev/null';

/**
 * Where a function finds programs and packages: in its layers (Lambda developer guide, "Defined runtime environment variables" and "Layer
 * paths for each Lambda runtime"). An image brings its own; locally its programs lie in its `bin`. The folders of Lambda's system, which
 * come first on its PATH, are left out: they hold nothing that this machine's would not hold more of.
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
