import { type ParseArgsConfig, parseArgs } from 'node:util';
import { explainOption } from './options.ts';

/**
 * Reads the words and options of a tool that is run by hand. `--help` prints how it is used and ends the process; what the tool
 * does not know ends it with 2 and says so.
 *
 * @param usage one line: the command, its words and its options
 * @param options as parseArgs takes them
 * @param known the words that it takes; any when left out
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
  if (unknown !== undefined)
    refuse(usage, `There is no "${unknown}"${known?.length ? `; there are ${known.join(', ')}` : ''}`);
  return { ...parsed, refuse: (message: string) => refuse(usage, message) };
}

/**
 * A whole number that an option gives.
 *
 * @param least the smallest that makes sense
 */
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
