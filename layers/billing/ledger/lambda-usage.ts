import type { ResourceName } from '#aws';
import type { Usage } from '../row.ts';

/** Free temporary storage, MB (Lambda pricing page). */
const FREE_STORAGE = 512;

/** MB of a GB. */
const MB_OF_GB = 1024;

/** What the price of an invocation depends on, beside its time. */
export interface Size {
  architecture: 'arm64' | 'x86';
  /** MB. */
  memory: number;
  /** Temporary storage, MB. */
  storage: number;
}

/** Usage of a Lambda invocation. @param seconds billed duration, including the start of the process */
export function lambdaUsage({ architecture, memory, storage }: Size, seconds: number): Usage {
  return new Map<ResourceName, number>([
    ['lambda.requests', 1],
    [`lambda.compute.${architecture}`, (memory / MB_OF_GB) * seconds],
    ['lambda.storage', (Math.max(0, storage - FREE_STORAGE) / MB_OF_GB) * seconds],
  ]);
}
