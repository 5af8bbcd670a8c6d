import { Command, type ErrorOptions, type HelpContext, type Option } from 'commander';
import { CommandError } from './command-error.ts';

/** A command that reports invalid arguments as one-line `CommandError`s. */
export class CliCommand extends Command {
  constructor(name?: string) {
    super(name);
    this.helpOption('-h, --help', 'show this help').helpCommand(false);
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** The full command, such as `avatar tokens create`. */
  get path(): string {
    return this.parent instanceof CliCommand ? `${this.parent.path} ${this.name()}` : this.name();
  }

  /** Rejects an option where another option's value is expected. Otherwise, `-o --json` would write a file named `--json`. */
  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    for (const [index, arg] of args.entries()) {
      if (arg === '--') break;
      const value = args[index + 1] ?? '';
      const option = this.options.find((known) => isFlagOf(known, arg));
      if (option?.required && /^-./.test(value) && Number.isNaN(Number(value)))
        this.error(`Missing value for ${arg}; write one that starts with a dash as ${option.long}=${value}`);
    }
    return super.parseOptions(args);
  }

  override help(context?: HelpContext | ((text: string) => string)): never {
    if (this.parent && typeof context === 'object' && context.error) this.error(this.#missingSubcommand());
    return super.help(context as HelpContext);
  }

  /** @throws CommandError */
  override error(message: string, { code }: ErrorOptions = {}): never {
    const explanation = this.#explain(message, code);
    // If there is only one command, the caller prints its full usage.
    if (!this.parent && this.commands.length === 0) throw new CommandError(explanation);
    throw new CommandError(`${explanation}${explanation.endsWith('?') ? '' : '.'} Try: ${this.path} --help`);
  }

  #explain(message: string, code: string | undefined): string {
    const named = /'(.*?)'/s.exec(message)?.[1] ?? '';
    const similar = /\(Did you mean (.*)\?\)/.exec(message)?.[1];
    const suggestion = similar ? `. Did you mean ${similar}?` : '';
    const [name = ''] = named.split('=');
    switch (code) {
      case 'commander.unknownOption':
        if (this.parent && this.commands.length > 0) {
          const belongsToSubcommand = this.commands.some(({ options }) => options.some((option) => isFlagOf(option, name)));
          if (belongsToSubcommand || this.registeredArguments.length === 0) return this.#missingSubcommand();
        }
        if (name !== named && this.options.some((option) => isFlagOf(option, name))) return `${name} takes no value`;
        return `Unknown option ${named}${suggestion}`;
      case 'commander.unknownCommand':
        if (!this.parent) return `Unknown command "${named}"${suggestion}`;
        return `Unknown subcommand "${named}"; expected ${this.#subcommands()}`;
      case 'commander.excessArguments':
        return `Unexpected argument ${JSON.stringify(this.args[this.registeredArguments.length])}; put text with spaces in quotes`;
      case 'commander.missingArgument':
        return `Missing argument ${named}: ${this.path} ${this.usage()}`;
      case 'commander.missingMandatoryOptionValue':
        return `Missing option ${named.replace(/^-\w, /, '')}`;
      case 'commander.optionMissingArgument':
        return `Missing value for ${named.replace(/ <.*/, '').replace(/^-\w, /, '')}`;
      default:
        return message.replace(/^error: /, '');
    }
  }

  #missingSubcommand = (): string => `Missing subcommand: ${this.#subcommands()}`;

  #subcommands = (): string => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(this.commands.map((each) => each.name()));
}

const isFlagOf = ({ short, long }: Option, word: string): boolean => word === short || word === long;

/** Moves a subcommand that follows its group's options to the front: `tokens --account acme list` becomes `tokens list --account acme`. */
export function moveSubcommandFirst(program: Command, [name, ...rest]: readonly string[]): string[] {
  if (name === undefined) return [];
  const group = program.commands.find((each) => each.name() === name);
  const at = rest.findIndex((word, index) => {
    const subcommand = group?.commands.find((each) => each.name() === word);
    return subcommand && !subcommand.options.some((option) => option.required && isFlagOf(option, rest[index - 1] ?? ''));
  });
  const isPlaced = at <= 0 || !rest.slice(0, at).some((word) => word.startsWith('-'));
  return isPlaced ? [name, ...rest] : [name, rest[at]!, ...rest.slice(0, at), ...rest.slice(at + 1)];
}
