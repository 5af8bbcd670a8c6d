import type { Deployment } from '../template/index.ts';

/** A state machine as the template describes it. */
export interface MachineDefinition {
  readonly name: string;
  readonly arn: string;
  /** Amazon States Language, JSON. */
  readonly definition: string;
}

export const readMachines = (deployment: Deployment): MachineDefinition[] =>
  deployment.list('AWS::StepFunctions::StateMachine').map(({ name, arn, properties }) => ({
    name,
    arn,
    definition: properties.DefinitionString,
  }));
