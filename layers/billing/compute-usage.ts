import type { ResourceName } from '#aws/usage';
import type { Usage } from './row.ts';

/** Temporary storage that is free, in MB (Lambda pricing page). */
const FREE_STORAGE = 512;

const MB_OF_GB = 1024;

/** Size of a function, which determines its price per second. */
export interface Size {
  architecture: 'arm64' | 'x86';
  /** In MB. */
  memory: number;
  /** Temporary storage, in MB. */
  storage: number;
}

/** Usage by a Lambda invocation. @param seconds billed duration, including process startup */
export function lambdaUsage({ architecture, memory, storage }: Size, seconds: number): Usage {
  return new Map<ResourceName, number>([
    ['lambda.requests', 1],
    [`lambda.compute.${architecture}`, (memory / MB_OF_GB) * seconds],
    ['lambda.storage', (Math.max(0, storage - FREE_STORAGE) / MB_OF_GB) * seconds],
  ]);
}

/** Minimum billed duration for a task and its IP address, in s (Fargate, EC2, and VPC pricing pages). */
const MIN_SECONDS = 60;

const HOUR = 3_600;

/** Size of a task, which determines its price per second. Temporary storage is free up to 20 GB. */
export interface TaskSize {
  architecture: 'arm64' | 'x86';
  vcpus: number;
  /** In MB. */
  memory: number;
  /** True if the task uses a GPU, and therefore a whole instance. */
  gpu?: boolean | undefined;
  /** False if the task has no public IPv4 address. */
  address?: boolean | undefined;
}

/**
 * Usage by an ECS task and its public IPv4 address: vCPUs and memory on Fargate, or the whole instance for a GPU task. AWS also bills for
 * the time that an instance is idle, which is not on the ledger.
 * @param seconds time from the image pull to the end; rounded up
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
