import { isTransientError } from '../layers/aws/transient-errors.ts';
import { AvatarError, JobEndedError } from '../layers/client/index.ts';
import { explainAwsError } from './aws-error.ts';
import { batch } from './client/batch.ts';
import { cancel, download, status } from './client/jobs.ts';
import { lipsync, say } from './client/say.ts';
import { CommandError } from './command-error.ts';
import { avatars } from './operator/avatars.ts';
import { budgets } from './operator/budgets.ts';
import { costs } from './operator/costs.ts';
import { focus } from './operator/focus.ts';
import { jobs } from './operator/jobs.ts';
import { reconcile } from './operator/reconcile.ts';
import { tokens } from './operator/tokens.ts';
import { webhooks } from './operator/webhooks.ts';
import type { Output } from './output.ts';

const USAGE = `The command line of the avatar service.

Make files. Without a running service, one is started for the command:

  avatar say TEXT [-o FILE]                        a video (.mp4; .webm or .mov with alpha), CSV or FBX of a text; - reads it
  avatar lipsync VOICE --text TEXT | --transcript FILE [-o FILE]   of a recorded voice
         [--language en-US] [--actor NAME] [--voice NAME] [--speed 1] [--emotion happy:0.6] [--camera 0|1|2|6|7]
         [--lighting NAME] [--size 1280x720] [--seed N]
  avatar batch TABLE.csv -o FOLDER [--type csv] [--jobs 4]   (at most 16) of each line: columns text, file, voice_file, and the options above;
                         a second run makes what is missing, has failed or changed
  avatar status [ID] [--all] | cancel ID | download ID -o FILE [--artifact NAME]

  --url ADDRESS  a service (or the variable AVATAR_URL), with your token in AVATAR_TOKEN; without it, the local service

Operate a service:

  avatar tokens create --account NAME [--plan trial|standard|studio]
  avatar tokens list   [--account NAME]
  avatar tokens renew  TOKEN_OR_HINT [--plan NAME]
  avatar tokens revoke TOKEN_OR_HINT

  avatar jobs list --account NAME [--status failed] [--limit 20]   its newest jobs
  avatar avatars list | remove ID | remove --all  --account NAME   its own avatars with their files
  avatar jobs show ID                              status, step, error and cause of a job

  avatar webhooks list   [--account NAME] [--waiting]   those given up; with --waiting, those still being retried
  avatar webhooks show   ID                        the webhooks of a job, with their attempts
  avatar webhooks replay JOB | --all  [--now] [--account NAME] [--event on_success|on_fail|on_running]
                         sends those given up again; with --now also those still being retried, at once
  avatar webhooks secret show|rotate --account NAME

  avatar costs [--from DAY] [--to DAY] [--account NAME] [--by account|actor|output|language|step|resource|day|month|job|metadata.NAME]
                                                     or two of them: --by account,month
  avatar costs --dearest [--from DAY] [--to DAY]    the ten dearest jobs
  avatar costs --job ID                             one job, by step and resource
               [--format table|csv|json]            without days, this month

  avatar budgets set --account NAME --monthly DOLLARS [--stop]    with --stop its jobs are refused when it is spent
  avatar budgets list | remove [--account NAME]

  avatar focus [--from DAY] [--to DAY] [--out FILE]    the ledger as CSV in the form of FOCUS 1.2, until now

  avatar reconcile --month YYYY-MM --cur FILE    the ledger beside AWS' bill (a Cost and Usage export), by service

  --stage NAME   a deployed stage (with your AWS credentials); without it, the local service
  --data DIR     the data folder of the local service (default .avatar)
  --json         print JSON
  --help         print this`;

const CLIENT_COMMANDS = { say, lipsync, batch, status, cancel, download };
const OPERATOR_COMMANDS = { tokens, jobs, avatars, webhooks, costs, budgets, focus, reconcile };
const COMMANDS: Readonly<Record<string, (args: readonly string[], output: Output) => Promise<void>>> = {
  ...CLIENT_COMMANDS,
  ...OPERATOR_COMMANDS,
};

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
