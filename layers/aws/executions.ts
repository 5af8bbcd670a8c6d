import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type HistoryEvent,
  paginateGetExecutionHistory,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { JobRecord } from '../contract/index.ts';
import { stepFunctions } from './clients.ts';

/** How a Step Functions execution ended, as its status-change event or `DescribeExecution` says. */
export interface ExecutionOutcome {
  status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  error?: string | undefined;
  cause?: string | undefined;
}

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

const executionArnOf = (stateMachineArn: string, id: string): string =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${id}`;

/** Stops the execution of a job. One that has ended, or never was, is left as it is. */
export async function stopExecution(stateMachineArn: string, id: string): Promise<void> {
  try {
    await stepFunctions().send(new StopExecutionCommand({ executionArn: executionArnOf(stateMachineArn, id) }));
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  }
}

/** How the execution of a job ended; `running` while it has not, `unknown` when there is none. */
export async function findExecutionOutcome(
  stateMachineArn: string,
  id: string,
): Promise<ExecutionOutcome | 'running' | 'unknown'> {
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

/** Events of a page, the most that Step Functions gives at once. */
const PAGE_SIZE = 1000;

/** What happened in the execution of a job, oldest first; undefined when there was none. Step Functions keeps at most 25,000 events. */
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
