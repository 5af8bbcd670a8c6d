import type { MachineShape, StateShape } from './definition.ts';
import { DefinitionError } from './failure.ts';
import type { Machine } from './machine.ts';
import { compileState } from './states.ts';

function targetsOf(state: StateShape): string[] {
  const targets: (string | undefined)[] = [];
  if ('Next' in state) targets.push(state.Next);
  if (state.Type === 'Choice') targets.push(state.Default, ...state.Choices.map(({ Next }) => Next));
  if ('Catch' in state) targets.push(...state.Catch.map(({ Next }) => Next));
  return targets.filter((target) => target !== undefined);
}

function checkTransitions(name: string, state: StateShape, where: string, states: MachineShape['States']): void {
  const missing = targetsOf(state).find((target) => !Object.hasOwn(states, target));
  if (missing !== undefined) throw new DefinitionError(where, `leads to "${missing}", which does not exist`);
  if (name.length > 80) throw new DefinitionError(where, 'must have a name of up to 80 characters');
  if (['Choice', 'Succeed', 'Fail'].includes(state.Type)) return;
  const { Next, End } = state as { Next?: string; End?: true };
  if ((Next === undefined) === (End === undefined)) throw new DefinitionError(where, 'must have either Next or End');
}

/** Compiles a machine, a branch, or a map's processor. @param where location in the definition, for errors @throws {DefinitionError} */
export function compileMachine(shape: MachineShape, where: string): Machine {
  if (!Object.hasOwn(shape.States, shape.StartAt)) {
    throw new DefinitionError(`${where}.StartAt`, `"${shape.StartAt}" does not exist`);
  }
  const states = Object.entries(shape.States).map(([name, state]) => {
    const path = `${where}.States.${name}`;
    checkTransitions(name, state, path, shape.States);
    return [name, { type: state.Type, run: compileState(state, path, compileMachine) }] as const;
  });
  return { startAt: shape.StartAt, timeout: shape.TimeoutSeconds, states: new Map(states) };
}
