import type { ShapeOf } from './definition.ts';
import { DefinitionError, StateError } from './failure.ts';
import { detailsOf, record } from './history.ts';
import { checkSize, orAbort, type Run, type TaskAnswer } from './run.ts';

const INVOKE = 'arn:aws:states:::lambda:invoke';
const FUNCTION = /^arn:aws:lambda:[^:]+:\d+:function:[\w-]+(:\$LATEST)?$/;
const PARAMETERS = new Set(['FunctionName', 'Payload', 'FunctionName.$', 'Payload.$', 'InvocationType']);

interface Call {
  readonly functionName: string;
  readonly payload: unknown;
}

/** The failure of a function as the error that Retry and Catch see. */
function toStateError(payload: string): StateError {
  const { errorType } = JSON.parse(payload) as { errorType?: unknown };
  return new StateError(typeof errorType === 'string' ? errorType : 'Lambda.Unknown', payload);
}

async function call({ functionName, payload }: Call, run: Run, signal: AbortSignal): Promise<TaskAnswer> {
  const body = JSON.stringify(checkSize(payload, 'payload of the task') ?? {});
  try {
    return await orAbort(run.invoke(functionName, body, signal), signal);
  } catch (error) {
    if (signal.aborted || error instanceof StateError) throw error;
    const { code = 'SdkClientException', message } = error as { code?: string; message: string };
    throw new StateError(`Lambda.${code}`, message);
  }
}

/** The optimized integration takes name and payload from its Parameters and wraps the answer; the older form does neither. */
function compileForm({ Resource, Parameters }: ShapeOf<'Task'>, where: string) {
  if (FUNCTION.test(Resource)) {
    const functionName = Resource.replace(/:\$LATEST$/, '');
    return {
      name: 'function' as const,
      read: (input: unknown): Call => ({ functionName, payload: input }),
      wrap: (answer: unknown) => answer,
    };
  }
  if (Resource !== INVOKE) {
    throw new DefinitionError(
      `${where}.Resource`,
      `"${Resource}" does not run here; only functions do (${INVOKE} or a function’s ARN)`,
    );
  }
  const unknown = Object.keys(Parameters ?? {}).find((name) => !PARAMETERS.has(name));
  if (unknown) throw new DefinitionError(`${where}.Parameters.${unknown}`, 'this field is not known to the local run');
  if ((Parameters?.InvocationType ?? 'RequestResponse') !== 'RequestResponse') {
    throw new DefinitionError(`${where}.Parameters.InvocationType`, 'only RequestResponse runs here');
  }
  return {
    name: 'integration' as const,
    read: (input: unknown): Call => {
      const { FunctionName, Payload } = input as { FunctionName?: unknown; Payload?: unknown };
      if (typeof FunctionName !== 'string') throw new StateError('States.Runtime', 'The task has no FunctionName');
      return { functionName: FunctionName, payload: Payload };
    },
    wrap: (payload: unknown, requestId: string) => ({
      ExecutedVersion: '$LATEST',
      Payload: payload,
      SdkHttpMetadata: { HttpStatusCode: 200 },
      SdkResponseMetadata: { RequestId: requestId },
      StatusCode: 200,
    }),
  };
}

/** How the two forms of a task are told in the history: by their own names and details. */
const TOLD = {
  function: {
    scheduled: ({ functionName, payload }: Call) => ({
      lambdaFunctionScheduledEventDetails: { resource: functionName, input: JSON.stringify(payload ?? {}) },
    }),
    prefix: 'LambdaFunction',
    failed: 'lambdaFunctionFailedEventDetails',
    timedOut: 'lambdaFunctionTimedOutEventDetails',
    common: {},
  },
  integration: {
    scheduled: ({ functionName, payload }: Call, region: string) => ({
      taskScheduledEventDetails: {
        resource: 'invoke',
        resourceType: 'lambda',
        region,
        parameters: JSON.stringify({ FunctionName: functionName, Payload: payload }),
      },
    }),
    prefix: 'Task',
    failed: 'taskFailedEventDetails',
    timedOut: 'taskTimedOutEventDetails',
    common: { resource: 'invoke', resourceType: 'lambda' },
  },
} as const;

/** Makes a call and tells the history of it. */
async function tell<T>(form: keyof typeof TOLD, request: Call, run: Run, work: () => Promise<T>): Promise<T> {
  const told = TOLD[form];
  const region = run.context.StateMachine.Id.split(':')[3] ?? '';
  const scheduled = record(run.history, `${told.prefix}Scheduled`, told.scheduled(request, region));
  const started = record(run.history, `${told.prefix}Started`, undefined, scheduled);
  try {
    const result = await work();
    record(run.history, `${told.prefix}Succeeded`, undefined, started);
    return result;
  } catch (error) {
    if (run.signal.aborted) throw error;
    const late = error instanceof StateError && error.error === 'States.Timeout';
    const details = { [late ? told.timedOut : told.failed]: { ...told.common, ...detailsOf(error) } };
    record(run.history, `${told.prefix}${late ? 'TimedOut' : 'Failed'}`, details, started);
    throw error;
  }
}

/** Compiles the call that a Task makes, with its time limit. @throws {DefinitionError} for other services */
export function compileCall(shape: ShapeOf<'Task'>, where: string) {
  const form = compileForm(shape, where);
  const { TimeoutSeconds } = shape;
  return async (input: unknown, run: Run): Promise<unknown> => {
    const limit = new AbortController();
    const expire = () =>
      limit.abort(new StateError('States.Timeout', `The task took more than ${TimeoutSeconds} seconds`));
    const timer = TimeoutSeconds === undefined ? undefined : setTimeout(expire, TimeoutSeconds * 1000);
    try {
      const request = form.read(input);
      return await tell(form.name, request, run, async () => {
        const answer = await call(request, run, AbortSignal.any([run.signal, limit.signal]));
        if (answer.error) throw toStateError(answer.payload);
        return checkSize(form.wrap(JSON.parse(answer.payload), answer.requestId), 'result of the task');
      });
    } finally {
      clearTimeout(timer);
    }
  };
}
