import { totalmem } from 'node:os';

/** Minimum memory limit of the service, MB. */
export const MIN_MEMORY = 256;

/** Default memory limit of the service, MB: a quarter of the machine's or its container's memory. */
export const DEFAULT_MEMORY = Math.max(
  MIN_MEMORY,
  Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 4 / 2 ** 20),
);
