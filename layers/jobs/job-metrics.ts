import {
  CANARY_FAILURES,
  CANARY_SECONDS,
  CLIENT_FAILURES,
  putMetrics,
  SERVICE_FAILURES,
  TASKS_NOT_STARTED,
} from '../aws/metrics.ts';

/** The deployment, of the variables that every function has for its ledger. Counting must not fail what it counts. */
const readStage = (): string => process.env.STAGE ?? 'unknown';

/**
 * Counts a job that has failed, by whose fault it was: an execution fails for both, but only one of them is worth an alarm.
 *
 * @param code of the error that the client is told: from 500 on the service is at fault
 * @param stage of the deployment
 */
export function countFailedJob(code: number, stage = readStage()): void {
  const ours = code >= 500;
  putMetrics({ values: { [SERVICE_FAILURES]: Number(ours), [CLIENT_FAILURES]: Number(!ours) }, labels: { stage } });
}

/** Counts a task that could not start. */
export function countTaskNotStarted(stage = readStage()): void {
  putMetrics({ values: { [TASKS_NOT_STARTED]: 1 }, labels: { stage } });
}

/** Counts a test job. @param seconds that it took until its file was checked, or until it failed */
export function countCanaryRun({ ok, seconds }: { ok: boolean; seconds: number }, stage = readStage()): void {
  putMetrics({ values: { [CANARY_FAILURES]: Number(!ok), [CANARY_SECONDS]: seconds }, labels: { stage } });
}
