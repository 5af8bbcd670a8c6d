/** Milliseconds between two looks of a step at whether its job is still wanted. */
export const LOOK_INTERVAL = 1_500;

/** Milliseconds that a step whose job has ended is given to end by itself. */
export const STEP_GRACE = 1_000;

/** Milliseconds after which the function of a job that has ended has noticed, and has ended too. */
export const LONGEST_NOTICE = LOOK_INTERVAL + STEP_GRACE;
