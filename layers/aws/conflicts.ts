import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from './clock.ts';

/** Maximum attempts of a write or transaction that conflicts with others. */
export const MAX_CONFLICTING_ATTEMPTS = 8;

/** Upper limit of the random pause before a retry, in ms. */
const BACKOFF = { first: 20, max: 2_000 };

/** Waits before a write that conflicted is tried again. @param attempt attempts before the one that conflicted */
export const pauseAfterConflict = (attempt: number): Promise<void> => sleep(Math.random() * backoff(attempt, BACKOFF));
