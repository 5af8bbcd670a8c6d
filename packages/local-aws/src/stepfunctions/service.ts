import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { answerJson, type LocalService, readJson, readTarget, ServiceError, type ServiceRequest } from '../gateway/index.ts';
import type { Executions, StateMachine } from './executions.ts';
import type { Execution, Store } from './store.ts';
import { machineOf, type TaskTokens } from './tokens.ts';

const TARGET = 'AWSStepFunctions';

/** Maximum input size of an execution, in bytes (Step Functions quotas). */
const INPUT_LIMIT = 262_144;

/** Maximum and default page size. */
const PAGE = 1000;
const DEFAULT_PAGE = 100;

const name = v.pipe(v.string(), v.regex(/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]{1,80}$/u));
const text = v.pipe(v.string(), v.nonEmpty());

const token = v.pipe(text, v.maxLength(2048));
const failure = {
  error: v.optional(v.pipe(v.string(), v.maxLength(256))),
  cause: v.optional(v.pipe(v.string(), v.maxLength(32_768))),
};

const inputs = {
  StartExecution: v.object({
    stateMachineArn: text,
    name: v.optional(name),
    input: v.optional(v.string(), '{}'),
  }),
  DescribeExecution: v.object({ executionArn: text }),
  StopExecution: v.object({ executionArn: text, ...failure }),
  GetExecutionHistory: v.object({
    executionArn: text,
    maxResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PAGE)), 0),
    reverseOrder: v.optional(v.boolean(), false),
    includeExecutionData: v.optional(v.boolean(), true),
    nextToken: v.optional(v.pipe(v.string(), v.regex(/^\d+$/))),
  }),
  SendTaskSuccess: v.object({ taskToken: token, output: v.pipe(v.string(), v.maxBytes(INPUT_LIMIT)) }),
  SendTaskFailure: v.object({ taskToken: token, ...failure }),
  SendTaskHeartbeat: v.object({ taskToken: token }),
} as const;

type Operation = keyof typeof inputs;
type Input<Name extends Operation> = v.InferOutput<(typeof inputs)[Name]>;

export interface ServiceOptions {
  readonly store: Store;
  readonly executions: Executions;
  readonly machines: ReadonlyMap<string, StateMachine>;
  readonly tokens: TaskTokens;
}

function readOperation(request: ServiceRequest): Operation {
  const operation = readTarget(request.headers, TARGET);
  if (Object.hasOwn(inputs, operation)) return operation as Operation;
  throw new ServiceError('UnknownOperationException', `The operation ${operation} is not available locally`);
}

function readInput<Name extends Operation>(operation: Name, request: ServiceRequest): Input<Name> {
  const result = v.safeParse(inputs[operation], readJson(request.body));
  if (result.success) return result.output as Input<Name>;
  const [issue] = result.issues;
  const field = v.getDotPath(issue) ?? 'body';
  throw new ServiceError(field === 'name' ? 'InvalidName' : 'ValidationException', `${field}: ${issue.message}`);
}

const seconds = (ms: number | null) => (ms === null ? undefined : ms / 1000);

const describe = ({ arn, machineArn, startDate, stopDate, output, error, cause, ...execution }: Execution) => ({
  ...execution,
  executionArn: arn,
  stateMachineArn: machineArn,
  startDate: seconds(startDate),
  stopDate: seconds(stopDate),
  inputDetails: { included: true },
  ...(output !== null && { output, outputDetails: { included: true } }),
  ...(error !== null && { error }),
  ...(cause !== null && { cause }),
  redriveCount: 0,
});

function checkInput(input: string): void {
  const size = Buffer.byteLength(input);
  if (size > INPUT_LIMIT) throw new ServiceError('InvalidExecutionInput', `The input must have up to ${INPUT_LIMIT} bytes, got ${size}`);
  try {
    JSON.parse(input);
  } catch {
    throw new ServiceError('InvalidExecutionInput', 'Invalid State Machine Execution Input: it must be JSON');
  }
}

function readOutput(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    throw new ServiceError('InvalidOutput', 'Invalid Task Output: it must be JSON');
  }
}

/** Returns the ARN of the execution or machine that an operation refers to, either directly or with a token. */
function resourceOf(input: Input<Operation>): string {
  if ('taskToken' in input) return machineOf(input.taskToken);
  return 'executionArn' in input ? input.executionArn : input.stateMachineArn;
}

export function createStepFunctionsService({ store, executions, machines, tokens }: ServiceOptions): LocalService {
  const findMachine = (arn: string): StateMachine => {
    const machine = machines.get(arn);
    if (machine) return machine;
    throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
  };
  const findExecution = (arn: string): Execution => {
    const execution = store.find(arn);
    if (execution) return execution;
    throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
  };
  const operations: { readonly [Name in Operation]: (input: Input<Name>) => object } = {
    StartExecution({ stateMachineArn, input, ...given }) {
      const machine = findMachine(stateMachineArn);
      checkInput(input);
      const { arn, startDate } = executions.start(machine, given.name ?? randomUUID(), input);
      return { executionArn: arn, startDate: seconds(startDate) };
    },
    DescribeExecution: ({ executionArn }) => describe(findExecution(executionArn)),
    StopExecution({ executionArn, error = null, cause = null }) {
      findExecution(executionArn);
      executions.abort(executionArn, error, cause);
      return { stopDate: seconds(findExecution(executionArn).stopDate) };
    },
    GetExecutionHistory({ executionArn, maxResults, reverseOrder, nextToken }) {
      const [limit, offset] = [maxResults || DEFAULT_PAGE, Number(nextToken ?? 0)];
      const { arn } = findExecution(executionArn);
      const events = store.readHistory(arn, { limit: limit + 1, offset, newestFirst: reverseOrder });
      return {
        events: events.slice(0, limit).map(({ id, type, timestamp, details, previous = id - 1 }) => ({
          id,
          previousEventId: previous,
          type,
          timestamp: seconds(timestamp),
          ...details,
        })),
        ...(events.length > limit && { nextToken: String(offset + limit) }),
      };
    },
    SendTaskSuccess({ taskToken, output }) {
      tokens.succeed(taskToken, readOutput(output));
      return {};
    },
    SendTaskFailure({ taskToken, error = null, cause = null }) {
      tokens.fail(taskToken, error, cause);
      return {};
    },
    SendTaskHeartbeat({ taskToken }) {
      tokens.beat(taskToken);
      return {};
    },
  };
  return {
    service: 'states',
    protocol: 'json',
    body: 'buffered',
    maxBodyBytes: 2 * INPUT_LIMIT,
    authorize(request) {
      const operation = readOperation(request);
      const input = readInput(operation, request);
      return [{ action: `states:${operation}`, resources: [resourceOf(input)] }];
    },
    async handle(request) {
      const operation = readOperation(request);
      const run = operations[operation] as (input: unknown) => object;
      return answerJson(run(readInput(operation, request)));
    },
  };
}
