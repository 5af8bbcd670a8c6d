import { totalmem } from 'node:os';

/** The service's minimum memory limit, in MB. */
export const MIN_MEMORY = 256;

/** The service's default memory limit, in MB: a quarter of the memory of the machine or its container. */
export const DEFAULT_MEMORY = Math.max(
  MIN_MEMORY,
  Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 4 / 2 ** 20),
);
