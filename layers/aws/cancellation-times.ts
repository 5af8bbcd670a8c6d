/** Milliseconds between two looks of a step at whether its job is still wanted. */
export const CANCELLATION_POLL_INTERVAL = 1_500;

/** Milliseconds that a step whose job has ended is given to end by itself. */
export const CANCELLATION_GRACE_PERIOD = 1_000;

/** Milliseconds after which the function of a job that has ended has noticed, and has ended too. */
export const MAX_RUN_AFTER_END = CANCELLATION_POLL_INTERVAL + CANCELLATION_GRACE_PERIOD;
