import type { ResourceName, Usage } from '../../ledger/index.ts';

/** Seconds that a task, and its public address, are billed at least (pricing pages of Fargate and of VPC). */
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
}

/** What a task is billed: by Fargate, and for the public IPv4 address that it has meanwhile. @param seconds from the pull of its image to its end; a part of one counts as a whole one */
export function fargateUsage({ architecture, vcpus, memory }: TaskSize, seconds: number): Usage {
  const hours = Math.max(SHORTEST, Math.ceil(seconds)) / HOUR;
  return new Map<ResourceName, number>([
    [`fargate.vcpu.${architecture}`, vcpus * hours],
    [`fargate.memory.${architecture}`, (memory / MB_OF_GB) * hours],
    ['fargate.address', hours],
  ]);
}
