import { compileRunTask, RUN_TASK } from './container-task.ts';
import type { ShapeOf } from './definition.ts';
import { DefinitionError, StateError } from './failure.ts';
import { compileFunction, compileInvoke, FUNCTION, INVOKE } from './function-task.ts';
import { errorDetails, record } from './history.ts';
import type { Integration } from './integration.ts';
import { checkSize, orAbort, type Run } from './run.ts';
import { createToken } from './tokens.ts';

function compileIntegration(shape: ShapeOf<'Task'>, where: string): Integration<unknown> {
  const { Resource, HeartbeatSeconds } = shape;
  if (HeartbeatSeconds !== undefined && !waitsForToken(shape))
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

async function recordTask<T>(
  { prefix, common, scheduled }: Integration<unknown>,
  request: unknown,
  run: Run,
  work: () => Promise<T>,
): Promise<T> {
  const region = run.context.StateMachine.Id.split(':')[3] ?? '';
  const first = record(run.history, `${prefix}Scheduled`, scheduled(request, region));
  const started = record(run.history, `${prefix}Started`, undefined, first);
  try {
    const result = await work();
    record(run.history, `${prefix}Succeeded`, undefined, started);
    return result;
  } catch (error) {
    if (run.signal.aborted) throw error;
    const late = error instanceof StateError && /^States\.(Heartbeat)?Timeout$/.test(error.error);
    const how = late ? 'TimedOut' : 'Failed';
    const details = `${prefix.charAt(0).toLowerCase()}${prefix.slice(1)}${how}EventDetails`;
    record(run.history, `${prefix}${how}`, { [details]: { ...common, ...errorDetails(error) } }, started);
    throw error;
  }
}

/** Compiles a Task's call with its time limit. @throws {DefinitionError} for unsupported services */
export function compileCall(shape: ShapeOf<'Task'>, where: string) {
  const integration = compileIntegration(shape, where);
  const { TimeoutSeconds } = shape;
  const state = where.split('.States.').at(-1) ?? '';
  return async (input: unknown, run: Run, { Task }: { Task?: { readonly Token: string } }): Promise<unknown> => {
    if (run.beforeTask) await orAbort(run.beforeTask(state, run.context.Execution.Input), run.signal);
    const limit = new AbortController();
    const expire = () => limit.abort(new StateError('States.Timeout', `The task took more than ${TimeoutSeconds} seconds`));
    const timer = TimeoutSeconds === undefined ? undefined : setTimeout(expire, TimeoutSeconds * 1000);
    try {
      const request = integration.read(input);
      return await recordTask(integration, request, run, async () => {
        const signal = AbortSignal.any([run.signal, limit.signal]);
        return checkSize(await integration.perform(request, run, signal, Task?.Token ?? ''), "task's result");
      });
    } finally {
      clearTimeout(timer);
      // Stop waiting for work that has not reported.
      limit.abort();
    }
  };
}
