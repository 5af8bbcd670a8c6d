import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError } from '@talking-avatar/cli/command-error';
import { explainOption } from '@talking-avatar/cli/options';

/** The options of every command. */
const COMMON = {
  account: { type: 'string' },
  stage: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/**
 * Reads the arguments of a command.
 *
 * @param own the options that only this command has
 *
 * @throws CommandError for an unknown option, or one without its value
 */
export function readArguments<const Own extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], own: Own) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...COMMON, ...own } });
  } catch (cause) {
    throw new CommandError(`${explainOption(cause as Error)}. Try: avatar --help`, { cause });
  }
}

/**
 * Refuses superfluous words: a value without its option would otherwise be ignored.
 *
 * @param most words that the command has
 */
export function refuseWords(positionals: readonly string[], most: number): void {
  const extra = positionals[most];
  if (extra !== undefined)
    throw new CommandError(
      `There is no place for the word ${JSON.stringify(extra)}; what belongs to an option follows it, as in --account NAME. Try: avatar --help`,
    );
}
