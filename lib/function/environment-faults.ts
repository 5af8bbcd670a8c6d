import { Token } from 'aws-cdk-lib';
import { meteringVariables } from '#billing/settings';
import { type FunctionName, readEnvironment } from '#runtime/environment';
import { ENVIRONMENTS } from './environments.ts';

/** Maximum size of a function environment, in bytes (Lambda quotas), and size to assume for a value that is not known until deployment. */
const MAX_BYTES = 4_096;
const RESOLVED_BYTES = 120;

/**
 * Checks an environment.
 * @returns a message for each missing, misspelled, or superfluous variable, and one if the environment is too large for Lambda
 */
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
  const sizes = Object.entries(environment).map(([variable, value]) => ({
    variable,
    bytes: variable.length + (Token.isUnresolved(value) ? RESOLVED_BYTES : Buffer.byteLength(value)),
  }));
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  const largest = sizes.sort((one, other) => other.bytes - one.bytes)[0];
  if (bytes > MAX_BYTES)
    faults.push(
      `${name} must have at most ${MAX_BYTES} bytes of variables, got about ${bytes}; shorten the setting behind ${largest?.variable}`,
    );
  return faults;
}
