import type { ResourceName } from '#aws/usage';
import type { Usage } from './row.ts';

/** Free temporary storage, MB (Lambda pricing page). */
const FREE_STORAGE = 512;

const MB_OF_GB = 1024;

/** A function's size, which determines its price per second. */
export interface Size {
  architecture: 'arm64' | 'x86';
  /** MB. */
  memory: number;
  /** Temporary storage, in MB. */
  storage: number;
}

/** Usage of a Lambda invocation. @param seconds billed duration, including process startup */
export function lambdaUsage({ architecture, memory, storage }: Size, seconds: number): Usage {
  return new Map<ResourceName, number>([
    ['lambda.requests', 1],
    [`lambda.compute.${architecture}`, (memory / MB_OF_GB) * seconds],
    ['lambda.storage', (Math.max(0, storage - FREE_STORAGE) / MB_OF_GB) * seconds],
  ]);
}

/** Minimum billed duration of a task and its IP address, s (pricing pages of Fargate, EC2, and VPC). */
const MIN_SECONDS = 60;

const HOUR = 3_600;

/** A task's size, which determines its price per second. Up to 20 GB of temporary storage are free. */
export interface TaskSize {
  architecture: 'arm64' | 'x86';
  vcpus: number;
  /** MB. */
  memory: number;
  /** True if the task has a GPU, and therefore the whole instance. */
  gpu?: boolean | undefined;
  /** False without a public IPv4 address. */
  address?: boolean | undefined;
}

/**
 * Usage of an ECS task and its public IPv4 address: vCPUs and memory on Fargate, or the whole instance with a GPU. AWS also bills an
 * instance's idle minutes, which are not on the ledger.
 * @param seconds from the image pull to the end; rounded up
 */
export function taskUsage({ architecture, vcpus, memory, gpu, address = true }: TaskSize, seconds: number): Usage {
  const hours = Math.max(MIN_SECONDS, Math.ceil(seconds)) / HOUR;
  const compute: [ResourceName, number][] = gpu
    ? [['gpu.instance', hours]]
    : [
        [`fargate.vcpu.${architecture}`, vcpus * hours],
        [`fargate.memory.${architecture}`, (memory / MB_OF_GB) * hours],
      ];
  return new Map<ResourceName, number>([...compute, ...(address ? [['fargate.address', hours] as const] : [])]);
}
