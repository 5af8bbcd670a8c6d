import type { StateType } from './definition.ts';
import { StateError } from './failure.ts';
import { record } from './history.ts';
import { checkSize, type Run } from './run.ts';

/** Where a state leads: to another one, or (undefined) out. */
export interface Step {
  readonly output: unknown;
  readonly next: string | undefined;
}

/** The part of the context object that changes from state to state. */
export interface StateContext {
  readonly State: { readonly EnteredTime: string; readonly Name: string; readonly RetryCount: number };
  /** Of an attempt that waits for a task token. */
  readonly Task?: { readonly Token: string };
  readonly Map?: { readonly Item: { readonly Index: number; readonly Value: unknown } };
}

/** A compiled state. */
export type State = (input: unknown, run: Run, context: Run['context'] & StateContext) => Promise<Step>;

/** A compiled state and what it is, as the history says. */
export interface TypedState {
  readonly type: StateType;
  readonly run: State;
}

/** A compiled machine or branch. */
export interface Machine {
  readonly startAt: string;
  /** Time limit of an execution, s. */
  readonly timeout: number | undefined;
  readonly states: ReadonlyMap<string, TypedState>;
}

/** Where an execution is: enough to go on from after a crash. */
export interface Position {
  readonly state: string;
  readonly input: unknown;
  /** Milliseconds since 1970. */
  readonly enteredAt: number;
}

/**
 * Runs a machine to its end.
 * @param onEnter called with every state before it runs
 * @returns the output
 * @throws {StateError} when a state fails and nothing catches it; the signal's reason when that aborts
 */
export async function runMachine(
  machine: Machine,
  start: Position,
  run: Run,
  onEnter: (position: Position) => void = () => {},
  item?: StateContext['Map'],
): Promise<unknown> {
  let position = start;
  for (;;) {
    const { state: name, input, enteredAt } = position;
    run.signal.throwIfAborted();
    const state = machine.states.get(name);
    // A template that changed under a running execution.
    if (!state) throw new StateError('States.Runtime', `The state machine has no state "${name}" any more`);
    record(run.history, `${state.type}StateEntered`, { stateEnteredEventDetails: { name } });
    onEnter(position);
    const State = { EnteredTime: new Date(enteredAt).toISOString(), Name: name, RetryCount: 0 };
    const { output, next } = await state.run(input, run, { ...run.context, State, ...(item && { Map: item }) });
    checkSize(output, `output of the state '${name}'`);
    record(run.history, `${state.type}StateExited`, { stateExitedEventDetails: { name } });
    if (next === undefined) return output;
    position = { state: next, input: output, enteredAt: Date.now() };
  }
}
