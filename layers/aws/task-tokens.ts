import { SendTaskFailureCommand, SendTaskHeartbeatCommand, SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import { stepFunctions } from './clients.ts';

/** Maximum length of the name and the cause of an error, in characters (Step Functions API reference, "SendTaskFailure"). */
const MAX_CHARACTERS = { error: 256, cause: 32_768 } as const;

/** Step Functions errors for a token whose attempt or execution has ended. */
const CLOSED_TOKEN_ERRORS: ReadonlySet<string> = new Set(['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken']);

/** Reports that a task succeeded. @returns false if the token is no longer valid */
export const reportTaskSuccess = (taskToken: string, output: unknown): Promise<boolean> =>
  report(() => stepFunctions().send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output ?? null) })));

/** Reports that a task failed. @returns false if the token is no longer valid */
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

/** Sends a task heartbeat. @returns false if the token is no longer valid */
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
