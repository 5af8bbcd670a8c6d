import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { JobRecord } from '../contract/index.ts';
import { stepFunctions } from './clients.ts';
import type { ExecutionEnding } from './settlement.ts';

/** What the state machine works on: enough to choose its way; the steps look the rest up. */
export interface ExecutionInput {
  id: string;
  speech: 'text' | 'recording';
  output: string;
}

/**
 * Starts the execution of a job, under the job's id, so that it can be started only once.
 *
 * @returns false when there was one before
 */
export async function startExecution(stateMachineArn: string, job: JobRecord): Promise<boolean> {
  const { id, recording, specification } = job;
  const input: ExecutionInput = {
    id,
    speech: recording || specification.audio_url ? 'recording' : 'text',
    output: specification.output.type,
  };
  try {
    await stepFunctions().send(new StartExecutionCommand({ stateMachineArn, name: id, input: JSON.stringify(input) }));
    return true;
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return false;
    throw error;
  }
}

/** How the execution of a job ended; `running` while it has not, `unknown` when there is none. */
export async function findExecution(
  stateMachineArn: string,
  id: string,
): Promise<ExecutionEnding | 'running' | 'unknown'> {
  const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${id}`;
  try {
    const { status, error, cause } = await stepFunctions().send(new DescribeExecutionCommand({ executionArn }));
    if (status === 'RUNNING' || status === 'PENDING_REDRIVE' || status === undefined) return 'running';
    return { status, error, cause };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return 'unknown';
    throw error;
  }
}
