import { totalmem } from 'node:os';

/** Minimum memory limit for the service, in MB. */
export const MIN_MEMORY = 256;

/** Default memory limit for the service, in MB: a quarter of the memory available to the machine or container. */
export const DEFAULT_MEMORY = Math.max(
  MIN_MEMORY,
  Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 4 / 2 ** 20),
);
