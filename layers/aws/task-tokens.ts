import { SendTaskFailureCommand, SendTaskHeartbeatCommand, SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import { stepFunctions } from './clients.ts';

/** Characters that Step Functions takes of a name and of a cause (API reference, "SendTaskFailure"). */
const MAX_CHARACTERS = { error: 256, cause: 32_768 } as const;

/** Answers of Step Functions for a token that nobody waits for: the attempt is over, or its execution is. */
const CLOSED_TOKEN_ERRORS: ReadonlySet<string> = new Set(['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken']);

/** Tells the state machine that what it waits for is done. @returns false where it does not wait any more */
export const reportTaskSuccess = (taskToken: string, output: unknown): Promise<boolean> =>
  report(() => stepFunctions().send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output ?? null) })));

/** Tells the state machine that what it waits for has failed. @returns false where it does not wait any more */
export const reportTaskFailure = (taskToken: string, error: string, cause: string): Promise<boolean> =>
  report(() =>
    stepFunctions().send(
      new SendTaskFailureCommand({
        taskToken,
        error: error.slice(0, MAX_CHARACTERS.error),
        cause: cause.slice(0, MAX_CHARACTERS.cause),
      }),
    ),
  );

/** Tells the state machine that what it waits for is under way. @returns false where it does not wait any more */
export const sendTaskHeartbeat = (taskToken: string): Promise<boolean> =>
  report(() => stepFunctions().send(new SendTaskHeartbeatCommand({ taskToken })));

async function report(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (CLOSED_TOKEN_ERRORS.has((error as Error).name)) return false;
    throw error;
  }
}
