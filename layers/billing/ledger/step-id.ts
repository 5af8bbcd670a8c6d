/** The step that writes its own row after its audit. */
export const FINALIZE = 'finalize';

/** Row id of a step that runs once per job. */
export const stepId = (job: string, step: string): string => `${job}#${step}`;
