import { type ParseArgsConfig, parseArgs } from 'node:util';
import { explainOption } from '@talking-avatar/cli/options';

/**
 * Reads the arguments of a command. `--help` prints the usage and ends the process with 0; an unknown option or word ends it with 2.
 *
 * @param usage the command with its words and options
 * @param options as parseArgs takes them
 * @param known the words that are accepted; any when left out
 * @returns values and positionals, and `refuse`, which prints a message with the usage and ends the process with 2
 */
export function readTool<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  known?: readonly string[],
) {
  const parsed = parse(usage, options);
  if ('help' in parsed.values && parsed.values.help) {
    console.log(usage);
    process.exit(0);
  }
  const unknown = known && parsed.positionals.find((word) => !known.includes(word));
  if (unknown !== undefined) refuse(usage, `There is no "${unknown}"${known?.length ? `; there are ${known.join(', ')}` : ''}`);
  return { ...parsed, refuse: (message: string) => refuse(usage, message) };
}

/** Reads a whole number from an option. @param least the smallest valid number */
export function readWhole(option: string, text: string, least = 1): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  console.error(`${option}: expected a whole number of at least ${least}, but got ${JSON.stringify(text)}`);
  process.exit(2);
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: Options) {
  try {
    return parseArgs({ allowPositionals: true, options: { ...options, help: { type: 'boolean' } } });
  } catch (error) {
    return refuse(usage, explainOption(error as Error));
  }
}

function refuse(usage: string, message: string): never {
  console.error(`${message}\n${usage}`);
  process.exit(2);
}
