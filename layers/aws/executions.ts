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

/** Outcome of an execution, from its status-change event or from `DescribeExecution`. */
export interface ExecutionOutcome {
  status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  error?: string | undefined;
  cause?: string | undefined;
}

/** Input of an execution: only the values that the choices in the state machine need. The steps read everything else from the job. */
interface ExecutionInput {
  id: string;
  speech: 'text' | 'recording';
  output: string;
}

/** The fields of a job that determine the name of its execution. */
type Executed = Pick<JobRecord, 'id' | 'restarted_at'>;

/** Suffix for the name of a second execution. */
const SECOND = '-2';

/** Returns the name of a job's execution: the job ID, or `ID-2` after a restart. */
export const executionNameOf = ({ id, restarted_at }: Executed): string => (restarted_at === undefined ? id : `${id}${SECOND}`);

/** A job ID is a UUID, which has 36 characters. */
const NAME = /^([0-9a-f-]{36})(?:-2)?$/;

/** Returns the ID of the job that an execution runs. @throws Error if the name does not belong to a job */
export function jobOfExecution(name: string): string {
  const id = NAME.exec(name)?.[1];
  if (id === undefined) throw new Error(`The execution ${name} is not a job's`);
  return id;
}

/**
 * Starts the execution of a job. It can only start once because its name is derived from the job.
 * @returns false if it had already started
 */
export async function startExecution(stateMachineArn: string, job: JobRecord): Promise<boolean> {
  const { id, recording, specification } = job;
  const name = executionNameOf(job);
  const input: ExecutionInput = {
    id,
    speech: recording || specification.audio_url ? 'recording' : 'text',
    output: specification.output.type,
  };
  try {
    await stepFunctions().send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
    return true;
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return false;
    throw error;
  }
}

const executionArnOf = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;

/** Stops the execution of a job. Does nothing if it has ended or does not exist. */
export async function stopExecution(stateMachineArn: string, job: Executed): Promise<void> {
  try {
    await stepFunctions().send(new StopExecutionCommand({ executionArn: executionArnOf(stateMachineArn, executionNameOf(job)) }));
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  }
}

/** Returns the outcome of a job's execution: `running` until it ends, or `unknown` if it does not exist. */
export async function findExecutionOutcome(stateMachineArn: string, job: Executed): Promise<ExecutionOutcome | 'running' | 'unknown'> {
  try {
    const { status, error, cause } = await stepFunctions().send(
      new DescribeExecutionCommand({ executionArn: executionArnOf(stateMachineArn, executionNameOf(job)) }),
    );
    if (status === 'RUNNING' || status === 'PENDING_REDRIVE' || status === undefined) return 'running';
    return { status, error, cause };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return 'unknown';
    throw error;
  }
}

/** Events per page: the maximum that Step Functions allows. */
const PAGE_SIZE = 1000;

/** Reads a job's execution history, oldest event first, including a restart. @returns undefined if there was no execution */
export async function readExecutionHistory(stateMachineArn: string, job: Executed): Promise<HistoryEvent[] | undefined> {
  const first = await readHistory(stateMachineArn, job.id);
  if (!first || job.restarted_at === undefined) return first;
  const second = await readHistory(stateMachineArn, executionNameOf(job));
  return [...first, ...(second ?? []).map((event) => renumber(event, first.length))];
}

/** Adds an offset to the IDs in an event, because each history counts from 1. */
const renumber = (event: HistoryEvent, offset: number): HistoryEvent => ({
  ...event,
  id: (event.id ?? 0) + offset,
  ...(event.previousEventId && { previousEventId: event.previousEventId + offset }),
});

/** Reads a whole history, which has up to 25,000 events (the Step Functions limit). */
async function readHistory(stateMachineArn: string, name: string): Promise<HistoryEvent[] | undefined> {
  const events: HistoryEvent[] = [];
  try {
    const executionArn = executionArnOf(stateMachineArn, name);
    const pages = paginateGetExecutionHistory({ client: stepFunctions(), pageSize: PAGE_SIZE }, { executionArn });
    for await (const page of pages) events.push(...(page.events ?? []));
    return events;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
