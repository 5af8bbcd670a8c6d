import {
  addAvatarCommands,
  addClientCommands,
  CliCommand,
  CommandError,
  CommanderError,
  moveSubcommandFirst,
  type Output,
} from '@talking-avatar/cli';
import { localService } from './local/local-service.ts';
import { addOperatorAvatars, addOperatorCommands, addOperatorJobs } from './operator/commands.ts';

const EXIT_CODES = 'Exit codes: 0 success, 1 a job failed, 2 the command was invalid or failed.';

/** True if a command shared by clients and operators is called by an operator, with AWS credentials instead of a token. */
const isOperators = (args: readonly string[]): boolean => args.some((word) => word === '--account' || word.startsWith('--account='));

function createProgram(output: Output, operator: boolean): CliCommand {
  const context = { output, local: localService };
  const program = new CliCommand('avatar');
  program
    .usage('COMMAND [options]')
    .description('Command line for the avatar service (run npx avatar-service in its folder). Add --help to any command for details.')
    .exitOverride()
    .allowExcessArguments(false)
    // Otherwise the `jobs` command, which has its own options, would consume the options of its subcommands.
    .enablePositionalOptions()
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: (text) => output.err(text.trimEnd()) })
    .configureHelp({ subcommandTerm: describeCommand, helpWidth: 120 })
    .addHelpText('after', `\nFor operators, avatar avatars list|delete --account NAME works on a client's avatars.\n${EXIT_CODES}`);
  addClientCommands(program, context, () => completions(program));
  if (operator) addOperatorAvatars(program, output);
  else addAvatarCommands(program, context);
  addOperatorCommands(program, output);
  addOperatorJobs(program.commands.find((command) => command.name() === 'jobs') as CliCommand, output);
  return program;
}

/** Describes a command for the help text, with its arguments or its subcommands. */
const describeCommand = (command: CliCommand['commands'][number]): string => {
  const subcommands = command.commands.map((each) => each.name()).join('|');
  const words = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
  return [command.name(), ...(subcommands ? [subcommands] : []), ...words].join(' ');
};

function completions(program: CliCommand): { commands: string[]; options: string[] } {
  const all = program.commands.flatMap((command) => [command, ...command.commands]);
  const options = all.flatMap((command) => command.options.map(({ long }) => long ?? ''));
  return { commands: program.commands.map((command) => command.name()), options: [...new Set([...options, '--account', '--help'])].sort() };
}

/** Runs one command. @returns the exit code: 0 for success, 1 if a job failed, and 2 if the command was invalid or failed */
export async function run(args: readonly string[], output: Output): Promise<number> {
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  const program = createProgram(output, isOperators(words));
  try {
    if (words.length === 0) {
      program.outputHelp();
      return 2;
    }
    await program.parseAsync(moveSubcommandFirst(program, words), { from: 'user' });
    return 0;
  } catch (error) {
    // The help was printed.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return report(error, output);
  }
}

/** Prints an error that the user can act on, and rethrows any other. */
async function report(error: unknown, output: Output): Promise<number> {
  if (error instanceof CommandError) {
    output.err(error.message);
    return 2;
  }
  const { AvatarError, JobEndedError } = await import('@talking-avatar/client');
  const message = error instanceof AvatarError ? error.message : await explainService(error);
  if (message === undefined) throw error;
  output.err(message);
  return error instanceof JobEndedError ? 1 : 2;
}

/** Explains a failed AWS call on one line. Returns undefined for any other error. */
async function explainService(error: unknown): Promise<string | undefined> {
  const { isTransientError } = await import('#aws/transient-errors');
  const { name, $metadata } = error as Error & { $metadata?: object };
  if (!$metadata && !isTransientError(error) && name !== 'CredentialsProviderError') return undefined;
  const { explainAwsError } = await import('./aws/explain-error.ts');
  return `Could not reach the service: ${explainAwsError(error)}`;
}
