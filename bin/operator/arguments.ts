import { type ParseArgsConfig, parseArgs } from 'node:util';
import { explainOption } from '../options.ts';
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
 * @throws CommandError for an option that it does not know, or that lacks its value
 */
export function readArguments<const Own extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  own: Own,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...COMMON, ...own } });
  } catch (cause) {
    throw new CommandError(`${explainOption(cause as Error)}. Try: avatar --help`, { cause });
  }
}

/**
 * Refuses words that a command does not know what to do with: one that was forgotten to be an option would be passed over.
 *
 * @param most words that the command takes
 */
export function refuseWords(positionals: readonly string[], most: number): void {
  const extra = positionals[most];
  if (extra !== undefined)
    throw new CommandError(
      `There is no place for the word ${JSON.stringify(extra)}; what belongs to an option follows it, as in --account NAME. Try: avatar --help`,
    );
}
