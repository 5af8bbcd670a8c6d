import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { log } from '#aws/log';
import { reportTaskFailure, reportTaskSuccess, sendTaskHeartbeat } from '#aws/task-tokens';
import { readStepAttempt } from '#aws/usage';

/** Environment variables that the state machine sets, in addition to those that describe the attempt. */
const taskVariablesSchema = v.object({
  /** Task token for reporting the result of the attempt. */
  TASK_TOKEN: v.pipe(v.string(), v.nonEmpty()),
  /** State input, as JSON. */
  TASK_INPUT: v.pipe(v.string(), v.parseJson(), v.looseObject({})),
});

/** Interval between heartbeats, in ms: a twentieth of `TASK_HEARTBEAT_TIMEOUT`. */
const HEARTBEAT_INTERVAL = 30_000;

/** Exit codes: succeeded; failed or cancelled; terminated (128 plus the number of SIGTERM). */
const EXIT_CODES = { done: 0, failed: 1, terminated: 143 } as const;

/**
 * Runs a step as an ECS task and reports its result or error (in Lambda's format) with the task token. The function `stopped` reports tasks
 * that die before they can report.
 * @param seconds time limit for the task
 * @returns the exit code for the process
 * @throws Error if an environment variable is missing or invalid
 */
export async function runAsTask(
  handler: (state: unknown, context: Context) => Promise<unknown>,
  seconds: number,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const { TASK_TOKEN: token, TASK_INPUT: input } = v.parse(taskVariablesSchema, variables);
  const attempt = readStepAttempt(variables);
  if (!attempt) throw new Error("The attempt's environment variables are missing or invalid");
  process.once('SIGTERM', () => {
    reportTermination(token).finally(() => process.exit(EXIT_CODES.terminated));
  });
  const stopHeartbeat = startHeartbeat(token);
  const work = handler({ ...input, attempt }, createContext(seconds)).finally(stopHeartbeat);
  try {
    const output = await work;
    return (await reportTaskSuccess(token, output)) ? EXIT_CODES.done : EXIT_CODES.failed;
  } catch (error) {
    await reportTaskFailure(token, errorName(error), formatLambdaError(error));
    return EXIT_CODES.failed;
  }
}

const reportTermination = (token: string): Promise<unknown> =>
  reportTaskFailure(token, 'Task.Terminated', 'The container was terminated before the step ended').catch(() => {});

/**
 * Sends heartbeats, and exits if the token is no longer valid.
 * @returns a function that stops them and ignores any in flight, because reporting a result invalidates the token
 */
function startHeartbeat(token: string): () => void {
  let active = true;
  const sendHeartbeat = async (): Promise<void> => {
    try {
      if ((await sendTaskHeartbeat(token)) || !active) return;
      log.info('The task token is no longer valid; exiting');
      process.exit(EXIT_CODES.failed);
    } catch (error) {
      log.warn('A heartbeat failed', error as Error);
    }
  };
  const timer = setInterval(sendHeartbeat, HEARTBEAT_INTERVAL);
  return () => {
    active = false;
    clearInterval(timer);
  };
}

const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

const formatLambdaError = (error: unknown): string =>
  JSON.stringify({
    errorType: errorName(error),
    errorMessage: error instanceof Error ? error.message : String(error),
    trace: error instanceof Error ? (error.stack ?? '').split('\n') : [],
  });

/** Creates the part of the Lambda context that steps use: the request ID and the remaining time. */
function createContext(seconds: number): Context {
  const deadline = Date.now() + seconds * 1000;
  return { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => deadline - Date.now() } as Context;
}
