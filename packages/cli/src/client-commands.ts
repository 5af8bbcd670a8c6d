import type { Command } from 'commander';
import type { CliCommand } from './cli-command.ts';
import type { Context } from './context.ts';

const MAKE_FILES = 'Make files (starts a service for the command if none is running):';

const OUT = '-o, --out <FILE>';

/** Adds the options shared by all commands that call a service. */
const withService = (command: Command): Command =>
  command
    .option('--url <ADDRESS>', 'the service (default: $AVATAR_URL, else the local service); your token is in $AVATAR_TOKEN')
    .option('--data <FOLDER>', "the local service's data folder (default: .avatar)")
    .option('--json', 'print JSON');

const withJob = (command: Command): Command =>
  withService(command)
    .option('--language <CODE>', "the text's language", 'en-US')
    .option('--actor <NAME>', 'who speaks: an actor, male, female, or the ID of your own avatar')
    .option('--voice <NAME>', "one of the service's voices")
    .option('--speed <FACTOR>', 'speaking speed: 1 is normal')
    .option('--emotion <NAME[:LEVEL]>', 'such as happy, or happy:0.6')
    .option('--camera <NUMBER>', 'video camera: 0, 1, 2, 6, or 7')
    .option('--lighting <NAME>', 'video lighting')
    .option('--size <WIDTHxHEIGHT>', 'video size, such as 1280x720')
    .option('--fps <NUMBER>', 'frames per second')
    .option('--seed <NUMBER>', 'varies blinks, gaze, and gestures')
    .option('--set <NAME>', 'mouth shapes: rhubarb (default), oculus, azure, polly, or preston_blair');

const FILE_TYPES =
  'a video (.mp4; .webm or .mov with alpha), curves (.csv), an animated head (.glb, .fbx), or mouth shapes (.json; Rhubarb .tsv or .xml)';

/**
 * Adds the client commands except `avatars`. Each one loads its code when it runs.
 * @param completions returns the words for shell completion
 */
export function addClientCommands(
  program: CliCommand,
  context: Context,
  completions: () => { commands: readonly string[]; options: readonly string[] },
): void {
  program.commandsGroup(MAKE_FILES);
  withJob(
    program
      .command('say <TEXT>')
      .summary('Make a file from text; use - to read standard input')
      .description('Speaks text and writes the result to a file. If TEXT is -, it is read from standard input.')
      .option(OUT, FILE_TYPES, 'avatar.mp4'),
  ).action(async (text, values) => (await import('./say.ts')).say(text, values, context));
  withJob(
    program
      .command('lipsync <VOICE>')
      .summary('Make a file from a recorded voice')
      .description('Animates a recorded voice and writes the result to a file.')
      .option(OUT, FILE_TYPES, 'avatar.mp4')
      .option('--text <TEXT>', "the recording's transcript")
      .option('--transcript <FILE>', 'a file with the transcript'),
  ).action(async (voice, values) => (await import('./say.ts')).lipsync(voice, values, context));
  withJob(
    program
      .command('batch <TABLE>')
      .summary('Make a file for each line of a CSV table')
      .description(
        'Makes a file for each line of a CSV table with the columns text, file, voice_file, and any option below, from ' +
          'language through set. A second run makes only missing, failed, and changed files.',
      )
      .requiredOption('-o, --out <FOLDER>', 'folder for the files and report.csv')
      .option('--type <TYPE>', 'extension for files that have none', 'csv')
      .option('--jobs <NUMBER>', 'jobs to run at the same time, up to 16', '4')
      .option('--any-voice-file', "allow voice_file outside the table's folder"),
  ).action(async (table, values) => (await import('./batch.ts')).batch(table, values, context));
  for (const [name, summary] of [
    ['jobs', 'Your jobs, newest first; list and show are for operators'],
    ['status', 'One of your jobs, or the newest'],
  ] as const)
    withService(program.command(`${name} [ID]`).description(summary).option('--all', 'all jobs, instead of the newest 20')).action(
      async (id, values) => (await import('./jobs.ts')).status(id, values, context),
    );
  withService(program.command('cancel <ID>').description('Cancel a job')).action(async (id, values) =>
    (await import('./jobs.ts')).cancel(id, values, context),
  );
  withService(
    program
      .command('download <ID>')
      .description("Download a job's result or another artifact")
      .requiredOption(OUT, 'the file')
      .option('--artifact <NAME>', 'such as audio, timeline, captions, or visemes', 'result')
      .option('--set <NAME>', 'mouth shapes for the visemes artifact')
      .option('--type <TYPE>', 'format for the visemes artifact: json, tsv, or xml'),
  ).action(async (id, values) => (await import('./jobs.ts')).download(id, values, context));
  withService(program.command('play <ID>').description("Print the job's studio URL; on a desktop, open it")).action(async (id, values) =>
    (await import('./play.ts')).play(id, values, context),
  );

  program.commandsGroup('Without a service:');
  program
    .command('convert <IN> <OUT>')
    .summary('Convert a face.csv to .glb or .fbx, or a timeline.json to mouth shapes')
    .description('Converts a face.csv to .glb or .fbx, and a timeline.json to mouth shapes (.json, .tsv, .xml).')
    .option('--actor <NAME>', 'the head')
    .option('--gaze <BY>', 'animate the eyes with bones, shapes, or both', 'bones')
    .option('--no-mesh', 'write only the animation')
    .option('--set <NAME>', 'mouth shapes', 'rhubarb')
    .option('--json', 'print JSON')
    .action(async (from, to, values) => (await import('./convert.ts')).convert(from, to, values, context));
  program
    .command('plot <CSV>')
    .description('Draw the main curves over time')
    .requiredOption('-o, --out <PICTURE>', 'a .png or .svg file')
    .option('--json', 'print JSON')
    .action(async (path, values) => (await import('./plot.ts')).plot(path, values, context));
  program
    .command('completion <SHELL>')
    .summary('Completion for bash, zsh, or fish')
    .description('Prints a completion script: eval "$(avatar completion bash)", the same for zsh, or avatar completion fish | source.')
    .action(async (shell) => (await import('./completion.ts')).completion(shell, context.output, completions()));
}

/** Adds `avatars`, the group of commands for custom avatars. */
export function addAvatarCommands(program: CliCommand, context: Context): void {
  const avatars = program.command('avatars').description('Your own avatars').helpGroup(MAKE_FILES);
  withService(
    avatars
      .command('add <FILE>')
      .description('Upload a head (.glb, .vrm)')
      .option('--name <NAME>', "the avatar's name (default: the file's)")
      .option('--sex <SEX>', 'female or male'),
  ).action(async (path, values) => (await import('./avatars.ts')).addAvatar(path, values, context));
  withService(avatars.command('list').description('List your avatars')).action(async (values) =>
    (await import('./avatars.ts')).listAvatars(values, context),
  );
  withService(avatars.command('delete <ID>').description('Delete an avatar')).action(async (id, values) =>
    (await import('./avatars.ts')).deleteAvatar(id, values, context),
  );
}
