import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { log } from '../../aws/log.ts';
import { beatTask, failTask, succeedTask } from '../../aws/task-tokens.ts';
import { attemptOf } from '../../aws/usage/index.ts';

/** What the state machine hands a container by its variables, beside which attempt it is. */
const orderSchema = v.object({
  /** The attempt's token: whoever has it may say how the attempt ended. */
  TASK_TOKEN: v.pipe(v.string(), v.nonEmpty()),
  /** The state's input as JSON. */
  TASK_INPUT: v.pipe(v.string(), v.parseJson(), v.looseObject({})),
});

/** Milliseconds between two signs of life; the state machine waits twenty times as long for one. */
const BEAT = 30_000;

/** Exit codes: done; failed and said so, or not wanted any more; told to end (128 and the number of SIGTERM). */
const EXIT = { done: 0, failed: 1, terminated: 143 } as const;

/**
 * Runs a step in a container, as a task of ECS: the state machine waits for the attempt's token, with which this says how it ended,
 * in the names and the form of Lambda's errors. What ends without a word is told by ECS.
 *
 * @param handler made by `step`
 * @param seconds that the task has
 * @returns the exit code of the process
 * @throws Error when the variables are no order
 */
export async function runTask(
  handler: (state: unknown, context: Context) => Promise<unknown>,
  seconds: number,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const { TASK_TOKEN: token, TASK_INPUT: input } = v.parse(orderSchema, variables);
  const attempt = attemptOf(variables);
  if (!attempt) throw new Error('The variables do not tell which attempt the task is');
  process.once('SIGTERM', () => {
    leave(token).finally(() => process.exit(EXIT.terminated));
  });
  const stopBeating = keepBeating(token);
  const work = handler({ ...input, attempt }, contextOf(seconds)).finally(stopBeating);
  try {
    const output = await work;
    return (await succeedTask(token, output)) ? EXIT.done : EXIT.failed;
  } catch (error) {
    await failTask(token, nameOf(error), describe(error));
    return EXIT.failed;
  }
}

const leave = (token: string): Promise<unknown> =>
  failTask(token, 'Task.Terminated', 'The container was told to end before its work was done').catch(() => {});

/**
 * Gives signs of life. One may be lost; where nobody waits for one, there is nothing left to do.
 *
 * @returns ends them: with the last word the token is spent, and a sign that is still under way says nothing any more
 */
function keepBeating(token: string): () => void {
  let beating = true;
  const beat = async (): Promise<void> => {
    try {
      if ((await beatTask(token)) || !beating) return;
      log.info('Nobody waits for the task any more');
      process.exit(EXIT.failed);
    } catch (error) {
      log.warn('A sign of life was lost', error as Error);
    }
  };
  const beats = setInterval(beat, BEAT);
  return () => {
    beating = false;
    clearInterval(beats);
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** As Lambda tells its callers of an error. */
const describe = (error: unknown): string =>
  JSON.stringify({
    errorType: nameOf(error),
    errorMessage: error instanceof Error ? error.message : String(error),
    trace: error instanceof Error ? (error.stack ?? '').split('\n') : [],
  });

/** What a step asks of Lambda's context: its name and the time that is left. */
function contextOf(seconds: number): Context {
  const deadline = Date.now() + seconds * 1000;
  return { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => deadline - Date.now() } as Context;
}
