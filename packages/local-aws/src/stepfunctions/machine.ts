import type { StateType } from './definition.ts';
import { RuntimeError, StateError } from './failure.ts';
import { record } from './history.ts';
import { checkSize, type Run } from './run.ts';

/** A state's outcome. The machine ends if there is no next state. */
export interface Step {
  readonly output: unknown;
  readonly next: string | undefined;
}

/** The variable part of the context object. */
export interface StateContext {
  readonly State: {
    readonly EnteredTime: string;
    readonly Name: string;
    /** Present for Task, Map, and Parallel states. */
    readonly RetryCount?: number;
  };
  /** Present for attempts that wait for a task token. */
  readonly Task?: { readonly Token: string };
  readonly Map?: { readonly Item: { readonly Index: number; readonly Value: unknown } };
}

export type State = (input: unknown, run: Run, context: Run['context'] & StateContext) => Promise<Step>;

export interface TypedState {
  readonly type: StateType;
  readonly run: State;
}

export interface Machine {
  readonly startAt: string;
  /** Maximum duration of an execution, in seconds. */
  readonly timeout: number | undefined;
  readonly states: ReadonlyMap<string, TypedState>;
}

/** An execution's current position, with everything needed to resume it after a crash. */
export interface Position {
  readonly state: string;
  readonly input: unknown;
  /** Unix time in ms. */
  readonly enteredAt: number;
}

/**
 * Runs a machine to completion.
 * @param onEnter called before every state
 * @throws {StateError} for an uncaught failure, or the signal's reason if it aborts
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
    // The template changed while the execution was running.
    if (!state) throw new StateError('States.Runtime', `The state machine no longer has a state "${name}"`);
    run.history.state = state.type;
    const entered = record(run.history, `${state.type}StateEntered`, { stateEnteredEventDetails: { name } });
    onEnter(position);
    const State = { EnteredTime: new Date(enteredAt).toISOString(), Name: name };
    const context = { ...run.context, State, ...(item && { Map: item }) };
    const { output, next } = await state.run(input, { ...run, entered }, context).catch((error) => {
      throw error instanceof RuntimeError ? error.in(name, entered) : error;
    });
    checkSize(output, name);
    record(run.history, `${state.type}StateExited`, { stateExitedEventDetails: { name } });
    if (next === undefined) return output;
    position = { state: next, input: output, enteredAt: Date.now() };
  }
}
