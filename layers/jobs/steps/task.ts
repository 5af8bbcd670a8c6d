import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { log } from '../../aws/log.ts';
import { reportTaskFailure, reportTaskSuccess, sendTaskHeartbeat } from '../../aws/task-tokens.ts';
import { readStepAttempt } from '../../aws/usage/index.ts';

/** What the state machine hands a container by its variables, beside which attempt it is. */
const taskVariablesSchema = v.object({
  /** The attempt's token: whoever has it may say how the attempt ended. */
  TASK_TOKEN: v.pipe(v.string(), v.nonEmpty()),
  /** The state's input as JSON. */
  TASK_INPUT: v.pipe(v.string(), v.parseJson(), v.looseObject({})),
});

/** Milliseconds between two heartbeats; the state machine waits twenty times as long for one. */
const HEARTBEAT_INTERVAL = 30_000;

/** Exit codes: done; failed, reported or cancelled; terminated (128 plus the number of SIGTERM). */
const EXIT_CODES = { done: 0, failed: 1, terminated: 143 } as const;

/**
 * Runs a step in a container as an ECS task, and reports its result to the state machine under the attempt's task token. Errors
 * have the names and the format of Lambda's errors. A task that dies before it reports is reported by the function `stopped`.
 *
 * @param handler made by `createStepHandler`
 * @param seconds that the task has
 * @returns the exit code of the process
 * @throws Error when a variable is missing or invalid
 */
export async function runTask(
  handler: (state: unknown, context: Context) => Promise<unknown>,
  seconds: number,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const { TASK_TOKEN: token, TASK_INPUT: input } = v.parse(taskVariablesSchema, variables);
  const attempt = readStepAttempt(variables);
  if (!attempt) throw new Error('The variables do not tell which attempt the task is');
  process.once('SIGTERM', () => {
    reportTermination(token).finally(() => process.exit(EXIT_CODES.terminated));
  });
  const stopBeating = startHeartbeat(token);
  const work = handler({ ...input, attempt }, createContext(seconds)).finally(stopBeating);
  try {
    const output = await work;
    return (await reportTaskSuccess(token, output)) ? EXIT_CODES.done : EXIT_CODES.failed;
  } catch (error) {
    await reportTaskFailure(token, errorName(error), formatLambdaError(error));
    return EXIT_CODES.failed;
  }
}

const reportTermination = (token: string): Promise<unknown> =>
  reportTaskFailure(token, 'Task.Terminated', 'The container was told to end before its work was done').catch(() => {});

/**
 * Sends heartbeats until stopped. A failed heartbeat is logged; when the token is no longer valid, the process exits.
 *
 * @returns stops the heartbeats: reporting the result invalidates the token, so the answer to a heartbeat that is still in flight
 *   is ignored
 */
function startHeartbeat(token: string): () => void {
  let beating = true;
  const beat = async (): Promise<void> => {
    try {
      if ((await sendTaskHeartbeat(token)) || !beating) return;
      log.info('Nobody waits for the task any more');
      process.exit(EXIT_CODES.failed);
    } catch (error) {
      log.warn('A sign of life was lost', error as Error);
    }
  };
  const beats = setInterval(beat, HEARTBEAT_INTERVAL);
  return () => {
    beating = false;
    clearInterval(beats);
  };
}

const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** As Lambda tells its callers of an error. */
const formatLambdaError = (error: unknown): string =>
  JSON.stringify({
    errorType: errorName(error),
    errorMessage: error instanceof Error ? error.message : String(error),
    trace: error instanceof Error ? (error.stack ?? '').split('\n') : [],
  });

/** What a step asks of Lambda's context: its name and the time that is left. */
function createContext(seconds: number): Context {
  const deadline = Date.now() + seconds * 1000;
  return { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => deadline - Date.now() } as Context;
}
