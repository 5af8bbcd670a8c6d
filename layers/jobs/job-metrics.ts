import {
  CANARY_FAILURES,
  CANARY_SECONDS,
  CLIENT_FAILURES,
  JOBS_RESTARTED,
  putMetrics,
  SERVICE_FAILURES,
  TASKS_NOT_STARTED,
} from '#aws/metrics';

/** Returns the stage of the deployment. A missing variable must not make the function fail. */
const readStage = (): string => process.env.STAGE ?? 'unknown';

/** Counts a failed job. @param code `code` of the error; 500 and above is a service failure, which raises an alarm */
export function countFailedJob(code: number, stage = readStage()): void {
  const byService = code >= 500;
  putMetrics({
    values: { [SERVICE_FAILURES]: Number(byService), [CLIENT_FAILURES]: Number(!byService) },
    labels: { stage },
  });
}

/** Counts a job that was restarted because its execution was lost. */
export function countRestartedJob(stage = readStage()): void {
  putMetrics({ values: { [JOBS_RESTARTED]: 1 }, labels: { stage } });
}

/** Counts an ECS task that could not start. */
export function countTaskNotStarted(stage = readStage()): void {
  putMetrics({ values: { [TASKS_NOT_STARTED]: 1 }, labels: { stage } });
}

/** Counts a canary test job, which took `seconds`. */
export function countCanaryRun({ ok, seconds }: { ok: boolean; seconds: number }, stage = readStage()): void {
  putMetrics({ values: { [CANARY_FAILURES]: Number(!ok), [CANARY_SECONDS]: seconds }, labels: { stage } });
}
