import { compileRunTask, RUN_TASK } from './container-task.ts';
import type { ShapeOf } from './definition.ts';
import { DefinitionError, RuntimeError, StateError } from './failure.ts';
import { compileFunction, compileInvoke, FUNCTION, INVOKE } from './function-task.ts';
import { errorDetails, record } from './history.ts';
import type { Integration } from './integration.ts';
import { compilePath, type Data, display } from './path.ts';
import { checkSize, orAbort, type Run } from './run.ts';
import { createToken } from './tokens.ts';

function compileIntegration(shape: ShapeOf<'Task'>, where: string): Integration<unknown> {
  const { Resource, HeartbeatSeconds, HeartbeatSecondsPath } = shape;
  if ((HeartbeatSeconds ?? HeartbeatSecondsPath) !== undefined && !waitsForToken(shape))
    throw new DefinitionError(`${where}.HeartbeatSeconds`, 'requires a Resource that ends in .waitForTaskToken');
  if (Resource === RUN_TASK) return compileRunTask(shape, where) as Integration<unknown>;
  if (Resource === INVOKE) return compileInvoke(shape, where) as Integration<unknown>;
  if (FUNCTION.test(Resource)) return compileFunction(shape) as Integration<unknown>;
  throw new DefinitionError(
    `${where}.Resource`,
    `"${Resource}" is not available locally; use a function (${INVOKE} or its ARN) or a task (${RUN_TASK})`,
  );
}

export const waitsForToken = ({ Resource }: ShapeOf<'Task'>): boolean => Resource.endsWith('.waitForTaskToken');

export const tokenOf = (run: Run): string => createToken(run.context.StateMachine.Id);

interface Limits {
  readonly timeoutInSeconds?: number;
  readonly heartbeatInSeconds?: number;
}

async function recordTask<T>(
  { prefix, common, scheduled }: Integration<unknown>,
  request: unknown,
  limits: Limits,
  run: Run,
  work: () => Promise<T>,
): Promise<T> {
  const named = (how: string, details: object) => {
    const name = `${prefix.charAt(0).toLowerCase()}${prefix.slice(1)}${how}EventDetails`;
    return Object.keys(details).length > 0 ? { [name]: details } : undefined;
  };
  const region = run.context.StateMachine.Id.split(':')[3] ?? '';
  const details = Object.entries(scheduled(request, region)).map(([name, values]) => [name, { ...values, ...limits }] as const);
  record(run.history, `${prefix}Scheduled`, Object.fromEntries(details));
  record(run.history, `${prefix}Started`, named('Started', common));
  try {
    const result = await work();
    record(run.history, `${prefix}Succeeded`, named('Succeeded', common));
    return result;
  } catch (error) {
    if (run.signal.aborted) throw error;
    const how = error instanceof StateError && error.error === 'States.Timeout' ? 'TimedOut' : 'Failed';
    record(run.history, `${prefix}${how}`, named(how, { ...common, ...errorDetails(error) }));
    throw error;
  }
}

/** Compiles a limit in seconds that is set in the definition or read from the input. */
function compileLimit(shape: ShapeOf<'Task'>, field: 'TimeoutSeconds' | 'HeartbeatSeconds', where: string) {
  const path = shape[`${field}Path`];
  if (path === undefined) return () => shape[field];
  const compiled = compilePath(path, `${where}.${field}Path`);
  return (data: Data): number => {
    const value = compiled.read(data);
    if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
    throw new RuntimeError(`The ${field}Path field refers to value "${display(value)}" which is not a valid integer: ${path}`);
  };
}

/** Compiles a Task's call with its time limit. @throws {DefinitionError} for unsupported services */
export function compileCall(shape: ShapeOf<'Task'>, where: string) {
  const integration = compileIntegration(shape, where);
  const readTimeout = compileLimit(shape, 'TimeoutSeconds', where);
  const readHeartbeat = compileLimit(shape, 'HeartbeatSeconds', where);
  const state = where.split('.States.').at(-1) ?? '';
  return async (input: unknown, run: Run, context: { Task?: { readonly Token: string } }, raw: unknown): Promise<unknown> => {
    const data = { input: raw, context };
    const [timeout, heartbeat] = [readTimeout(data), readHeartbeat(data)];
    const limits = {
      ...(timeout !== undefined && { timeoutInSeconds: timeout }),
      ...(heartbeat !== undefined && { heartbeatInSeconds: heartbeat }),
    };
    if (run.beforeTask) await orAbort(run.beforeTask(state, run.context.Execution.Input), run.signal);
    const limit = new AbortController();
    const expire = () => limit.abort(new StateError('States.Timeout'));
    const timer = timeout === undefined ? undefined : setTimeout(expire, timeout * 1000);
    try {
      const request = integration.read(input);
      return await recordTask(integration, request, limits, run, async () => {
        const signal = AbortSignal.any([run.signal, limit.signal]);
        const result = await integration.perform(request, run, signal, { token: context.Task?.Token ?? '', heartbeat });
        return checkSize(result, integration.name);
      });
    } finally {
      clearTimeout(timer);
      // Stop waiting for work that has not reported.
      limit.abort();
    }
  };
}
