import type { ResourceName } from '../../aws/index.ts';
import type { Usage } from '../row.ts';

/** Seconds that a task, and its public address, are billed at least (pricing pages of Fargate, of EC2 and of VPC). */
const SHORTEST = 60;

const HOUR = 3_600;

/** MB of a GB. */
const MB_OF_GB = 1024;

/** What a task's price depends on beside its time. Its first 20 GB of temporary storage are free, and no task has more. */
export interface TaskSize {
  architecture: 'arm64' | 'x86';
  /** Processors. */
  vcpus: number;
  /** MB. */
  memory: number;
  /** Whether it has a GPU, and with it the whole instance. */
  gpu?: boolean | undefined;
  /** False where it has no public address. */
  address?: boolean | undefined;
}

/**
 * What a task is billed, and the public IPv4 address that it has meanwhile: on Fargate by its processors and memory, on an instance
 * with a GPU, of which it is the only user, by the instance's price. The minutes in which an instance starts, and waits for another
 * task before it ends, are on the bill and on no job.
 *
 * @param seconds from the pull of its image to its end; a part of one counts as a whole one
 */
export function taskUsage({ architecture, vcpus, memory, gpu, address = true }: TaskSize, seconds: number): Usage {
  const hours = Math.max(SHORTEST, Math.ceil(seconds)) / HOUR;
  const compute: [ResourceName, number][] = gpu
    ? [['gpu.instance', hours]]
    : [
        [`fargate.vcpu.${architecture}`, vcpus * hours],
        [`fargate.memory.${architecture}`, (memory / MB_OF_GB) * hours],
      ];
  return new Map<ResourceName, number>([...compute, ...(address ? [['fargate.address', hours] as const] : [])]);
}
