import { meteringVariables } from '#billing/settings';
import { type FunctionName, readEnvironment } from '#runtime/environment';
import { ENVIRONMENTS } from './environments.ts';

/** Checks an environment. @returns a message for each missing, misspelled, or superfluous variable */
export function environmentFaults(name: FunctionName, environment: Readonly<Record<string, string>>): string[] {
  const schema = ENVIRONMENTS[name];
  const known = [...Object.keys(schema.entries), ...Object.keys(meteringVariables)];
  const superfluous = Object.keys(environment).filter((variable) => !known.includes(variable));
  const faults = superfluous.map((variable) => `${name} must not have the variable ${variable}, which it does not read`);
  try {
    readEnvironment(schema, environment);
  } catch (error) {
    faults.push(`${name}: ${(error as Error).message}`);
  }
  return faults;
}
