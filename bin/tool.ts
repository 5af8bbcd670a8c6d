import type { ParseArgsConfig, parseArgs } from 'node:util';
import { CliCommand, CommandError } from '@talking-avatar/cli';

/** Options of a tool, in the format that `parseArgs` uses. */
export type ToolOptions = NonNullable<ParseArgsConfig['options']>;

type Parsed<Options extends ToolOptions> = ReturnType<typeof parseArgs<{ allowPositionals: true; options: Options }>>;

/**
 * Reads the arguments of a tool. `--help` prints the usage and exits with 0; an unknown option or argument exits with 2.
 * @param known the accepted arguments; by default, any argument is accepted
 * @returns values and positionals, and `refuse`, which prints a message followed by the usage and exits with 2
 */
export function readTool<const Options extends ToolOptions>(usage: string, options: Options, known?: readonly string[]) {
  const refuse = (message: string): never => {
    console.error(`${message}\n${usage}`);
    process.exit(2);
  };
  const command = new CliCommand().argument('[ARGUMENT...]').configureHelp({ formatHelp: () => `${usage}\n` });
  for (const [name, option] of Object.entries(options)) addOption(command, name, option);
  try {
    command.parse(process.argv.slice(2), { from: 'user' });
  } catch (error) {
    if (error instanceof CommandError) return refuse(error.message);
    throw error;
  }
  const unknown = known && command.args.find((word) => !known.includes(word));
  if (unknown !== undefined)
    refuse(`Unexpected argument ${JSON.stringify(unknown)}${known?.length ? `; expected ${known.join(', ')}` : ''}`);
  return { values: command.opts() as Parsed<Options>['values'], positionals: [...command.args], refuse };
}

/** @throws Error for a name with a dash, because its value would be stored under a different name, and for a default with several values */
function addOption(command: CliCommand, name: string, { type, short, multiple, default: value }: ToolOptions[string]): void {
  if (name.includes('-') || (multiple && value !== undefined)) throw new Error(`Unsupported option ${name}`);
  const flags = `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ' <VALUE>' : ''}`;
  if (multiple) command.option(flags, '', (text: string, all: string[] = []) => [...all, text]);
  else command.option(flags, '', value as string | boolean | undefined);
}

/** Reads a whole number from an option, or exits with 2. @param min the minimum */
export function readWhole(option: string, text: string, min = 1): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= min) return number;
  console.error(`${option} must be a whole number, ${min} or more, got ${JSON.stringify(text)}`);
  process.exit(2);
}
