import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type HistoryEvent,
  paginateGetExecutionHistory,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { JobRecord } from '@talking-avatar/contract';
import { stepFunctions } from './clients.ts';

/** The outcome of an execution, from its status-change event or from `DescribeExecution`. */
export interface ExecutionOutcome {
  status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  error?: string | undefined;
  cause?: string | undefined;
}

/** Execution input: the values that the state machine's choices need. The steps read everything else from the job. */
interface ExecutionInput {
  id: string;
  speech: 'text' | 'recording';
  output: string;
}

/** Starts a job's execution. The job ID is the execution name, so it starts only once. @returns false if it had already started */
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

const executionArnOf = (stateMachineArn: string, id: string): string => `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${id}`;

/** Stops a job's execution. Does nothing if it has ended or does not exist. */
export async function stopExecution(stateMachineArn: string, id: string): Promise<void> {
  try {
    await stepFunctions().send(new StopExecutionCommand({ executionArn: executionArnOf(stateMachineArn, id) }));
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  }
}

/** Returns the outcome of a job's execution: `running` until it ends, `unknown` if it does not exist. */
export async function findExecutionOutcome(stateMachineArn: string, id: string): Promise<ExecutionOutcome | 'running' | 'unknown'> {
  try {
    const { status, error, cause } = await stepFunctions().send(
      new DescribeExecutionCommand({ executionArn: executionArnOf(stateMachineArn, id) }),
    );
    if (status === 'RUNNING' || status === 'PENDING_REDRIVE' || status === undefined) return 'running';
    return { status, error, cause };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return 'unknown';
    throw error;
  }
}

/** Events per page: Step Functions' maximum. */
const PAGE_SIZE = 1000;

/** Reads a job's execution history, oldest event first (up to 25,000). @returns undefined if there was no execution */
export async function readExecutionHistory(stateMachineArn: string, id: string): Promise<HistoryEvent[] | undefined> {
  const events: HistoryEvent[] = [];
  try {
    const executionArn = executionArnOf(stateMachineArn, id);
    const pages = paginateGetExecutionHistory({ client: stepFunctions(), pageSize: PAGE_SIZE }, { executionArn });
    for await (const page of pages) events.push(...(page.events ?? []));
    return events;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
