import { choose, compileCondition, timeOf } from './choice.ts';
import { compileDataflow } from './dataflow.ts';
import type { MachineShape, ShapeOf, StateShape, StateType } from './definition.ts';
import { DefinitionError, RuntimeError, StateError } from './failure.ts';
import { fork, note, record } from './history.ts';
import { compileExpression, compileTemplate } from './intrinsics.ts';
import { type Machine, runMachine, type State, type StateContext } from './machine.ts';
import { compilePath } from './path.ts';
import { compileCatch, withRetry } from './recovery.ts';
import { type Run, sleep } from './run.ts';
import { compileCall, tokenOf, waitsForToken } from './task.ts';

/** Maximum concurrency of an inline map (Step Functions quotas). */
const INLINE_CONCURRENCY = 40;

type Context = Parameters<State>[2];
/** @param raw the state's input before InputPath and Parameters */
type Work = (input: unknown, run: Run, context: Context, raw: unknown) => Promise<unknown>;

/** Compiles the machine inside a Map or Parallel state. */
type CompileNested = (shape: MachineShape, where: string) => Machine;

function compilePass(shape: ShapeOf<'Pass'>, where: string): State {
  const flow = compileDataflow(shape, where);
  return async (raw, _, context) => {
    const result = 'Result' in shape ? shape.Result : flow.prepare(raw, context);
    return { output: flow.conclude(raw, result, context), next: shape.Next };
  };
}

function compileChoice(shape: ShapeOf<'Choice'>, where: string): State {
  const flow = compileDataflow(shape, where);
  const choices = shape.Choices.map(({ Next, Comment, ...rule }, index) => ({
    next: Next,
    condition: compileCondition(rule, `${where}.Choices[${index}]`),
  }));
  return async (raw, _, context) => {
    const input = flow.prepare(raw, context);
    const next = choose(choices, shape.Default, { input, context });
    return { output: flow.conclude(input, input, context), next };
  };
}

function compileWait(shape: ShapeOf<'Wait'>, where: string): State {
  const flow = compileDataflow(shape, where);
  const fields = (['Seconds', 'SecondsPath', 'Timestamp', 'TimestampPath'] as const).filter((name) => shape[name] !== undefined);
  if (fields.length !== 1) throw new DefinitionError(where, `must have one of Seconds, SecondsPath, Timestamp, TimestampPath`);
  const path = shape.SecondsPath ?? shape.TimestampPath;
  const compiled = path === undefined ? undefined : compilePath(path, where);
  return async (raw, run, context) => {
    const input = flow.prepare(raw, context);
    const value = compiled ? compiled.find({ input, context }) : (shape.Seconds ?? shape.Timestamp);
    if (value === undefined) throw new RuntimeError(`The ${fields[0]} parameter does not reference an input value: ${path}`);
    const until = typeof value === 'number' ? Date.parse(context.State.EnteredTime) + value * 1000 : timeOf(value);
    if (until === undefined)
      throw new RuntimeError(
        `The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: ${path} == ${value}`,
      );
    await sleep(Math.max(0, until - Date.now()), run.signal);
    return { output: flow.conclude(input, input, context), next: shape.Next };
  };
}

function compileSucceed(shape: ShapeOf<'Succeed'>, where: string): State {
  const flow = compileDataflow(shape, where);
  return async (raw, _, context) => {
    const input = flow.prepare(raw, context);
    return { output: flow.conclude(input, input, context), next: undefined };
  };
}

function compileFail(shape: ShapeOf<'Fail'>, where: string): State {
  const read = (value: string | undefined, path: string | undefined, field: string) => {
    if (path === undefined) return () => value ?? '';
    const evaluate = compileExpression(path, `${where}.${field}`);
    return (input: unknown, context: Context) => String(evaluate({ input, context }));
  };
  const readError = read(shape.Error, shape.ErrorPath, 'ErrorPath');
  const readCause = read(shape.Cause, shape.CausePath, 'CausePath');
  return async (input, _, context) => {
    throw new StateError(readError(input, context), readCause(input, context));
  };
}

/** Compiles the states that do work. They share retries, catchers, and data flow. */
function compileWorker(shape: ShapeOf<'Task' | 'Map' | 'Parallel'>, where: string, work: Work): State {
  // In a Map state, Parameters is an older name for ItemSelector.
  const flow = compileDataflow(shape.Type === 'Map' ? { ...shape, Parameters: undefined } : shape, where);
  const hasToken = shape.Type === 'Task' && waitsForToken(shape);
  const findCatch = compileCatch(shape.Catch, where);
  return async (raw, run, context) => {
    try {
      const output = await withRetry(shape.Retry, run, async (attempt) => {
        const State = { ...context.State, RetryCount: attempt };
        const current = { ...context, State, ...(hasToken && { Task: { Token: tokenOf(run) } }) };
        const result = await work(flow.prepare(raw, current), run, current, raw);
        return flow.conclude(raw, result, current);
      });
      return { output, next: shape.Next };
    } catch (problem) {
      const error = problem instanceof RuntimeError ? problem.in(context.State.Name, run.entered ?? 0) : problem;
      if (shape.Type !== 'Task' && !(problem instanceof RuntimeError) && !run.signal.aborted)
        record(run.history, `${shape.Type}StateFailed`);
      const caught = error instanceof StateError && !run.signal.aborted && findCatch(error, raw);
      if (caught) return caught;
      throw error;
    }
  };
}

/** Runs branches concurrently. The first failure stops the others. */
async function runTogether<T>(run: Run, start: (run: Run) => readonly Promise<T>[]): Promise<T[]> {
  const controller = new AbortController();
  const branches = start({ ...run, signal: AbortSignal.any([run.signal, controller.signal]) });
  try {
    return await Promise.all(branches);
  } catch (error) {
    controller.abort(error);
    await Promise.allSettled(branches);
    throw error;
  }
}

/** Runs a branch. In the history, the next event comes after the branch that ends last or fails first. */
async function enter(machine: Machine, input: unknown, run: Run, branch: Run, item?: StateContext['Map']): Promise<unknown> {
  try {
    const output = await runMachine(machine, { state: machine.startAt, input, enteredAt: Date.now() }, branch, undefined, item);
    run.history.last = branch.history.last;
    return output;
  } catch (error) {
    if (!branch.signal.aborted) run.history.last = branch.history.last;
    if (!run.signal.aborted && branch.history.state === 'Task') note(run.history, 'TaskStateAborted');
    throw error;
  }
}

function compileParallel(shape: ShapeOf<'Parallel'>, where: string, compileNested: CompileNested): State {
  const branches = shape.Branches.map((branch, index) => compileNested(branch as MachineShape, `${where}.Branches[${index}]`));
  return compileWorker(shape, where, async (input, run) => {
    record(run.history, 'ParallelStateStarted');
    const results = await runTogether(run, (shared) => branches.map((branch) => enter(branch, input, run, fork(shared))));
    note(run.history, 'ParallelStateSucceeded');
    return results;
  });
}

function compileMap(shape: ShapeOf<'Map'>, where: string, compileNested: CompileNested): State {
  const inner = shape.ItemProcessor ?? shape.Iterator;
  if (!inner) throw new DefinitionError(where, 'needs an ItemProcessor');
  const processor = compileNested(inner as MachineShape, `${where}.ItemProcessor`);
  const items = compilePath(shape.ItemsPath ?? '$', `${where}.ItemsPath`);
  const template = shape.ItemSelector ?? shape.Parameters;
  const selector = template && compileTemplate(template, `${where}.ItemSelector`);
  return compileWorker(shape, where, async (input, run, context) => {
    const list = items.read({ input, context });
    if (!Array.isArray(list)) throw new RuntimeError(`Reference path "${items.text}" must point to array.`);
    record(run.history, 'MapStateStarted', { mapStateStartedEventDetails: { length: list.length } });
    const width = Math.min(shape.MaxConcurrency || INLINE_CONCURRENCY, INLINE_CONCURRENCY);
    const results: unknown[] = [];
    const pending = list.entries();
    const work = async (shared: Run): Promise<void> => {
      for (const [index, value] of pending) {
        const iteration = { name: context.State.Name, index };
        record(shared.history, 'MapIterationStarted', { mapIterationStartedEventDetails: iteration });
        const item = { Item: { Index: index, Value: value } };
        const chosen = selector ? selector({ input, context: { ...context, Map: item } }) : value;
        try {
          results[index] = await enter(processor, chosen, run, shared, item);
        } catch (error) {
          const how = shared.signal.aborted ? 'Aborted' : 'Failed';
          if (!run.signal.aborted) note(run.history, `MapIteration${how}`, { [`mapIteration${how}EventDetails`]: iteration });
          throw error;
        }
        const succeeded = note(shared.history, 'MapIterationSucceeded', { mapIterationSucceededEventDetails: iteration });
        if (index === list.length - 1) run.history.last = succeeded;
      }
    };
    await runTogether(run, (shared) => Array.from({ length: Math.min(width, list.length) }, () => work(fork(shared))));
    note(run.history, 'MapStateSucceeded');
    return results;
  });
}

function compileTask(shape: ShapeOf<'Task'>, where: string): State {
  return compileWorker(shape, where, compileCall(shape, where));
}

const COMPILERS: {
  readonly [Type in StateType]: (shape: ShapeOf<Type>, where: string, compileNested: CompileNested) => State;
} = {
  Pass: compilePass,
  Task: compileTask,
  Choice: compileChoice,
  Wait: compileWait,
  Succeed: compileSucceed,
  Fail: compileFail,
  Map: compileMap,
  Parallel: compileParallel,
};

/** @throws {DefinitionError} */
export function compileState(shape: StateShape, where: string, compileNested: CompileNested): State {
  const compile = COMPILERS[shape.Type] as (shape: StateShape, where: string, compileNested: CompileNested) => State;
  return compile(shape, where, compileNested);
}
