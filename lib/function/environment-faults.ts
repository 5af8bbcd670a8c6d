import { meteringVariables } from '#billing/settings';
import { type FunctionName, readEnvironment, variablesOf } from '#runtime/environment';

/** Checks an environment. @returns a message for each variable that is missing, misspelt or superfluous */
export function environmentFaults(name: FunctionName, environment: Readonly<Record<string, string>>): string[] {
  const known = [...variablesOf(name), ...Object.keys(meteringVariables)];
  const superfluous = Object.keys(environment).filter((variable) => !known.includes(variable));
  const faults = superfluous.map((variable) => `${name} is given ${variable}, which it does not read`);
  try {
    readEnvironment(name, environment);
  } catch (error) {
    faults.push((error as Error).message);
  }
  return faults;
}
