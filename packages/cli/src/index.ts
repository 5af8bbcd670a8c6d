/** The client command line. Commands load their code when they run, which keeps this entry point small. */

export { CommanderError } from 'commander';
export { writeFileAtomically } from './atomic-file.ts';
export { CliCommand, moveSubcommandFirst } from './cli-command.ts';
export { addAvatarCommands, addClientCommands } from './client-commands.ts';
export { CommandError } from './command-error.ts';
export type { Access, Context, LocalService, Output } from './context.ts';
