import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';
import { explainOption } from './options.ts';

/** The options of every client command. */
const COMMON = {
  url: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options'];

/**
 * Reads the arguments of a client command.
 *
 * @param own the options that only this command has
 * @param words how many words the command takes at most
 * @throws CommandError for an unknown option, one without its value, or a superfluous word
 */
export function readClientArguments<const Own extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  own: Own,
  words: number,
) {
  const parsed = parse(args, own);
  const extra = parsed.positionals[words];
  if (extra !== undefined)
    throw new CommandError(`${JSON.stringify(extra)} is one word too many; write a text in quotes. Try: avatar --help`);
  return parsed;
}

function parse<const Own extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], own: Own) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...COMMON, ...own } });
  } catch (cause) {
    throw new CommandError(`${explainOption(cause as Error)}. Try: avatar --help`, { cause });
  }
}
