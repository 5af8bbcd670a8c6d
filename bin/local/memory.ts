import { totalmem } from 'node:os';

/** Least memory that the service can be given, MB. */
export const LEAST_MEMORY = 256;

/** Memory that the service may take unless told otherwise, MB: a quarter of the machine's, or of what its container has. */
export const DEFAULT_MEMORY = Math.max(
  LEAST_MEMORY,
  Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 4 / 2 ** 20),
);
