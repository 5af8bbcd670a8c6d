/** How often a step checks whether its job has ended, in ms. */
export const CANCELLATION_POLL_INTERVAL = 1_500;

/** Time between the abort signal for a step and the exit of its process, in ms. */
export const CANCELLATION_GRACE_PERIOD = 1_000;

/** Maximum time that a step keeps running after its job has ended, in ms. */
export const MAX_RUN_AFTER_END = CANCELLATION_POLL_INTERVAL + CANCELLATION_GRACE_PERIOD;
