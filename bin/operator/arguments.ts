import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';

/** The options that every command of the operator takes. */
const COMMON = {
  account: { type: 'string' },
  stage: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/**
 * Reads a command's words and options: the common ones and its own.
 *
 * @throws CommandError for an option that it does not know
 */
export function readArguments<const Own extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  own: Own,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...COMMON, ...own } });
  } catch (cause) {
    throw new CommandError(`${(cause as Error).message}. Try: avatar --help`, { cause });
  }
}
