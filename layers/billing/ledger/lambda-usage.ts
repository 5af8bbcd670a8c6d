import type { ResourceName } from '../../aws/index.ts';
import type { Usage } from '../row.ts';

/** Temporary storage that is not billed, MB (Lambda pricing page). */
const FREE_STORAGE = 512;

/** MB of a GB. */
const MB_OF_GB = 1024;

/** What an invocation's price depends on beside its time. */
export interface Size {
  architecture: 'arm64' | 'x86';
  /** MB. */
  memory: number;
  /** Temporary storage, MB. */
  storage: number;
}

/** What Lambda bills for an invocation. @param seconds as billed, the start of the process included */
export function lambdaUsage({ architecture, memory, storage }: Size, seconds: number): Usage {
  return new Map<ResourceName, number>([
    ['lambda.requests', 1],
    [`lambda.compute.${architecture}`, (memory / MB_OF_GB) * seconds],
    ['lambda.storage', (Math.max(0, storage - FREE_STORAGE) / MB_OF_GB) * seconds],
  ]);
}
