import * as v from 'valibot';
import { MAX_MAP_CONCURRENCY } from './defaults.ts';
import { oneOf, structured, textLike, wholeNumber } from './fields.ts';

/** Settings for compute resources. */

/** CPU architectures for functions, tasks, and both ffmpeg builds. */
export const ARCHITECTURES = ['arm64', 'x86_64'] as const;
export type ServiceArchitecture = (typeof ARCHITECTURES)[number];
/** A fifth cheaper than x86_64 (Lambda and Fargate pricing pages). */
export const DEFAULT_ARCHITECTURE: ServiceArchitecture = 'arm64';
export const architectureSchema = oneOf(ARCHITECTURES);

/**
 * Memory of the renderer, in MB. Lambda provides one vCPU per 1,769 MB (Lambda developer guide, "Configure function memory"). The limit is
 * 3,008 MB in new accounts and 10,240 MB (six vCPUs) in older ones. The local service runs on two CPUs but is billed for 3,008 MB, which
 * has 1.7 vCPUs.
 */
export const rendererMemorySchema = wholeNumber(1_769, 10_240, 3_008);
export const DEFAULT_RENDERER_MEMORY = 3_008;

const GPU_EXAMPLE = '{"instanceType":"g5.xlarge","instances":2}';

/** Rendering with ECS tasks on instances that have an NVIDIA GPU. No instances are running while idle. */
export const gpuSchema = structured(
  v.strictObject(
    {
      /** An EC2 instance type with one NVIDIA GPU. */
      instanceType: textLike(/^(g4dn|g5|g6|g6e)\.(x|2x|4x|8x)large$/, 'a g-class instance type with one GPU', 'g5.xlarge'),
      /** Maximum number of instances, each of which renders one segment at a time. */
      instances: v.optional(wholeNumber(1, MAX_MAP_CONCURRENCY, 2), 1),
    },
    `must be an object with "instanceType", for example ${GPU_EXAMPLE}`,
  ),
  GPU_EXAMPLE,
);

/** Retention periods that CloudWatch Logs supports, in days (PutRetentionPolicy API reference). */
export const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;
