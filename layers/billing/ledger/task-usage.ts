import type { ResourceName } from '#aws';
import type { Usage } from '../row.ts';

/** Minimum billed duration of a task and its IP address, s (pricing pages of Fargate, EC2 and VPC). */
const MIN_SECONDS = 60;

const HOUR = 3_600;

/** MB of a GB. */
const MB_OF_GB = 1024;

/** What the price of a task depends on, beside its time. Up to 20 GB of temporary storage are free. */
export interface TaskSize {
  architecture: 'arm64' | 'x86';
  vcpus: number;
  /** MB. */
  memory: number;
  /** Whether it has a GPU and so the whole instance. */
  gpu?: boolean | undefined;
  /** False without a public IPv4 address. */
  address?: boolean | undefined;
}

/**
 * Usage of an ECS task and its public IPv4 address: vCPUs and memory on Fargate, the whole instance with a GPU. Idle minutes of an
 * instance are on the bill, but belong to no job.
 *
 * @param seconds from the pull of the image to the end; rounded up
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
