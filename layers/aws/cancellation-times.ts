/** How often a step checks whether its job has ended, ms. */
export const CANCELLATION_POLL_INTERVAL = 1_500;

/** Milliseconds between the abort signal of a step and the end of its process. */
export const CANCELLATION_GRACE_PERIOD = 1_000;

/** Milliseconds for which a step may run on after its job has ended. */
export const MAX_RUN_AFTER_END = CANCELLATION_POLL_INTERVAL + CANCELLATION_GRACE_PERIOD;
