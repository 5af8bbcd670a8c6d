import type { ShapeOf } from './definition.ts';
import { DefinitionError, RuntimeError, StateError } from './failure.ts';
import type { Integration } from './integration.ts';
import { checkSize, orAbort, type Run, type TaskAnswer } from './run.ts';

export const INVOKE = 'arn:aws:states:::lambda:invoke';
export const FUNCTION = /^arn:aws:lambda:[^:]+:\d+:function:[\w-]+(:\$LATEST|:\d+)?$/;
const VERSION = /:function:[\w-]+:(\d+)$/;
const PARAMETERS = new Set(['FunctionName', 'Payload', 'FunctionName.$', 'Payload.$', 'InvocationType']);

interface Call {
  readonly functionName: string;
  readonly payload: unknown;
}

/** Converts a function's failure to an error for Retry and Catch. */
function toStateError(payload: string): StateError {
  const { errorType } = JSON.parse(payload) as { errorType?: unknown };
  return new StateError(typeof errorType === 'string' ? errorType : 'Lambda.Unknown', payload);
}

async function call({ functionName, payload }: Call, run: Run, signal: AbortSignal): Promise<TaskAnswer> {
  const body = JSON.stringify(checkSize(payload, functionName) === undefined ? {} : payload);
  try {
    return await orAbort(run.invoke(functionName, body, signal), signal);
  } catch (error) {
    if (signal.aborted || error instanceof StateError) throw error;
    const { code = 'SdkClientException', message } = error as { code?: string; message: string };
    throw new StateError(`Lambda.${code}`, message);
  }
}

const perform =
  (wrap: (payload: unknown, requestId: string, call: Call) => unknown): Integration<Call>['perform'] =>
  async (request, run, signal) => {
    const answer = await call(request, run, signal);
    if (answer.error) throw toStateError(answer.payload);
    return wrap(JSON.parse(answer.payload), answer.requestId, request);
  };

/**
 * Compiles a call in the older form, which names the function by its ARN. The state's input is the payload, and the response is the state's
 * result.
 */
export function compileFunction({ Resource }: ShapeOf<'Task'>): Integration<Call> {
  const functionName = Resource.replace(/:\$LATEST$/, '');
  return {
    prefix: 'LambdaFunction',
    name: functionName,
    common: {},
    read: (input) => ({ functionName, payload: input }),
    scheduled: ({ payload }) => ({
      lambdaFunctionScheduledEventDetails: { resource: functionName, input: JSON.stringify(payload) },
    }),
    perform: perform((answer) => answer),
  };
}

/** Compiles the optimized integration, which takes the name and payload from Parameters and wraps the response. */
export function compileInvoke({ Parameters }: ShapeOf<'Task'>, where: string): Integration<Call> {
  const unknown = Object.keys(Parameters ?? {}).find((name) => !PARAMETERS.has(name));
  if (unknown) throw new DefinitionError(`${where}.Parameters.${unknown}`, 'this field is not available locally');
  if ((Parameters?.InvocationType ?? 'RequestResponse') !== 'RequestResponse') {
    throw new DefinitionError(`${where}.Parameters.InvocationType`, 'must be RequestResponse');
  }
  return {
    prefix: 'Task',
    name: 'lambda',
    common: { resource: 'invoke', resourceType: 'lambda' },
    read: (input) => {
      const { FunctionName, Payload } = input as { FunctionName?: unknown; Payload?: unknown };
      if (typeof FunctionName !== 'string') throw new RuntimeError('The task does not have a FunctionName');
      return { functionName: FunctionName, payload: Payload };
    },
    scheduled: ({ functionName, payload }, region) => ({
      taskScheduledEventDetails: {
        resource: 'invoke',
        resourceType: 'lambda',
        region,
        parameters: JSON.stringify({ FunctionName: functionName, Payload: payload }),
      },
    }),
    perform: perform((payload, requestId, { functionName }) => ({
      ExecutedVersion: VERSION.exec(functionName)?.[1] ?? '$LATEST',
      Payload: payload,
      SdkHttpMetadata: { HttpStatusCode: 200 },
      SdkResponseMetadata: { RequestId: requestId },
      StatusCode: 200,
    })),
  };
}
