/** The step whose row the audit may write before its own invocation does. */
export const FINALIZE = 'finalize';

/** The id of the row of a step that a job goes through once. */
export const stepId = (job: string, step: string): string => `${job}#${step}`;
