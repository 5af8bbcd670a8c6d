import { avatars } from '@talking-avatar/cli/avatars';
import { batch } from '@talking-avatar/cli/batch';
import { CommandError } from '@talking-avatar/cli/command-error';
import { completion } from '@talking-avatar/cli/completion';
import { convert } from '@talking-avatar/cli/convert';
import { cancel, download, status } from '@talking-avatar/cli/jobs';
import type { Output } from '@talking-avatar/cli/output';
import { play } from '@talking-avatar/cli/play';
import { plot } from '@talking-avatar/cli/plot';
import { lipsync, say } from '@talking-avatar/cli/say';
import { AvatarError, JobEndedError } from '@talking-avatar/client';
import { isTransientError } from '#aws/transient-errors';
import { explainAwsError } from './aws-error.ts';
import { avatars as operatorAvatars } from './operator/avatars.ts';
import { budgets } from './operator/budgets.ts';
import { costs } from './operator/costs.ts';
import { focus } from './operator/focus.ts';
import { jobs as operatorJobs } from './operator/jobs.ts';
import { logs } from './operator/logs.ts';
import { reconcile } from './operator/reconcile.ts';
import { tokens } from './operator/tokens.ts';
import { webhooks } from './operator/webhooks.ts';

const USAGE = `The command line of the avatar service. In its folder, "avatar" is written as npx avatar-service.

Make files. Without a running service, one is started for the command:

  avatar say TEXT [-o FILE]   of a text (- reads it): a video (.mp4; .webm or .mov with alpha), curves (.csv), an animated head
                         (.glb, .fbx), or mouth shapes (.json; .tsv and .xml of Rhubarb)
  avatar lipsync VOICE --text TEXT | --transcript FILE [-o FILE]   of a recorded voice
         [--language en-US] [--actor NAME] [--voice NAME] [--speed 1] [--emotion happy:0.6] [--camera 0|1|2|6|7]
         [--lighting NAME] [--size 1280x720] [--fps N] [--seed N] [--set rhubarb|oculus|azure|polly|preston_blair]
  avatar batch TABLE.csv -o FOLDER [--type csv] [--jobs 4]   (at most 16) of each line: columns text, file, voice_file, and the options above;
                         a second run makes what is missing, has failed or changed
  avatar jobs [--all]    your jobs, the newest first
  avatar status [ID] [--all] | cancel ID | download ID -o FILE [--artifact NAME] [--set NAME] [--type json|tsv|xml]
  avatar play ID         the address of a job in the studio; opens it where there is a desktop
  avatar avatars add FILE.glb [--name NAME] [--sex female|male] | list | delete ID      heads of your own

Without any service:

  avatar convert IN OUT  face.csv to .glb or .fbx [--actor NAME] [--gaze bones|shapes|both] [--no-mesh];
                         timeline.json to mouth shapes .json, .tsv or .xml [--set NAME]
  avatar plot CSV -o PICTURE     the main curves over time (.png, .svg)
  avatar completion bash|zsh|fish     completion of commands and options: eval "$(avatar completion bash)"

  --url ADDRESS  a service (or the variable AVATAR_URL), with your token in AVATAR_TOKEN; without it, the local service

Operate a service:

  avatar tokens create --account NAME [--plan trial|standard|studio]
  avatar tokens list   [--account NAME]
  avatar tokens renew  TOKEN_OR_HINT [--plan NAME]
  avatar tokens revoke TOKEN_OR_HINT

  avatar jobs list --account NAME [--status failed] [--limit 20]   its newest jobs
  avatar jobs show ID                              status, step, error and cause of a job
  avatar logs ID                                   what happened to a job, in order: its states, and the lines of all logs
  avatar avatars list | delete ID | delete --all  --account NAME   its own avatars with their files

  avatar webhooks list   [--account NAME] [--waiting]   those given up; with --waiting, those still being retried
  avatar webhooks show   ID                        the webhooks of a job, with their attempts
  avatar webhooks replay JOB | --all  [--now] [--account NAME] [--event on_success|on_fail|on_running]
                         sends those given up again; with --now also those still being retried, at once
  avatar webhooks secret show|rotate --account NAME

  avatar costs [--from DAY] [--to DAY] [--account NAME] [--by account|actor|output|language|step|resource|day|month|job|metadata.NAME]
                                                     or two of them: --by account,month
  avatar costs --html FILE [--from DAY] [--to DAY] [--account NAME]    a page with charts, in one file
  avatar costs --dearest [--from DAY] [--to DAY]    the ten dearest jobs
  avatar costs --job ID                             one job, by step and resource
               [--format table|csv|json]            without days, this month; both days are included, in UTC

  avatar budgets set --account NAME --monthly DOLLARS [--stop]    with --stop its jobs are refused when it is spent
  avatar budgets list | remove [--account NAME]

  avatar focus [--from DAY] [--to DAY] [--by invocation|day|job] [--out FILE]    the ledger as CSV in the form of FOCUS 1.2, until now;
                                                     by day: sums by account, step and resource; by job: sums by job and resource

  avatar reconcile --month YYYY-MM --cur FILE    the ledger beside AWS' bill (a Cost and Usage export), by service

  --stage NAME   a deployed stage (with your AWS credentials); without it, the local service
  --data DIR     the data folder of the local service (default .avatar)
  --json         print JSON
  --help         print this

Exit codes: 0 done, 1 a job failed, 2 the command was wrong or could not be done.`;

/** Whether a command of clients and operators is meant for an operator, with AWS credentials, and not for a client with a token. */
const isOperators = (args: readonly string[]): boolean =>
  args[0] === 'show' || args.some((word) => word === '--account' || word.startsWith('--account='));

const CLIENT_COMMANDS = { say, lipsync, batch, status, cancel, download, play, convert, plot };
const OPERATOR_COMMANDS = { tokens, webhooks, costs, budgets, focus, reconcile, logs };
const COMMANDS: Readonly<Record<string, (args: readonly string[], output: Output) => Promise<void>>> = {
  ...CLIENT_COMMANDS,
  ...OPERATOR_COMMANDS,
  jobs: (args, output) => (isOperators(args) ? operatorJobs : status)(args, output),
  avatars: (args, output) => (isOperators(args) ? operatorAvatars : avatars)(args, output),
  completion: async (args, output) => completion(args, output, completions()),
};

/** All commands, and the options that the usage names. */
const completions = () => ({
  commands: Object.keys(COMMANDS),
  options: [...new Set(USAGE.match(/--[a-z][a-z-]*/g))].sort(),
});

/**
 * Runs one command.
 *
 * @returns the exit code: 0; 1 when a job failed; 2 when the command was wrong or failed
 */
export async function run(args: readonly string[], output: Output): Promise<number> {
  const [noun, ...rest] = args;
  if (noun === undefined || noun === 'help' || args.includes('--help')) {
    output.out(USAGE);
    return noun === undefined ? 2 : 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, noun) ? COMMANDS[noun] : undefined;
    if (!command) throw new CommandError(`Unknown command "${noun}". Try: avatar --help`);
    await command(rest, output);
    return 0;
  } catch (error) {
    const isPlain = error instanceof CommandError || error instanceof AvatarError;
    const message = isPlain ? error.message : explainService(error);
    if (message === undefined) throw error;
    output.err(message);
    return error instanceof JobEndedError ? 1 : 2;
  }
}

/** Explains a failed call to AWS in one line; undefined for any other error. */
function explainService(error: unknown): string | undefined {
  const { name, $metadata } = error as Error & { $metadata?: object };
  if (!$metadata && !isTransientError(error) && name !== 'CredentialsProviderError') return undefined;
  return `The service could not be asked: ${explainAwsError(error)}`;
}
