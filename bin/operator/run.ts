import { isTransientError } from '../../layers/aws/transient-errors.ts';
import { explainAwsError } from '../aws-error.ts';
import { budgets } from './budgets.ts';
import { CommandError } from './command-error.ts';
import { costs } from './costs.ts';
import { focus } from './focus.ts';
import { jobs } from './jobs.ts';
import { reconcile } from './reconcile.ts';
import { type Output, tokens } from './tokens.ts';
import { webhooks } from './webhooks.ts';

const USAGE = `The operator's command line of the avatar service.

  avatar tokens create --account NAME [--plan trial|standard|studio]
  avatar tokens list   [--account NAME]
  avatar tokens renew  TOKEN_OR_HINT [--plan NAME]
  avatar tokens revoke TOKEN_OR_HINT

  avatar jobs show ID                              status, step, error and cause of a job

  avatar webhooks list   [--account NAME] [--waiting]   those given up; with --waiting, those still being retried
  avatar webhooks show   ID                        the webhooks of a job, with their attempts
  avatar webhooks replay JOB | --all  [--now] [--account NAME] [--event on_success|on_fail|on_running]
                         sends those given up again; with --now also those still being retried, at once
  avatar webhooks secret show|rotate --account NAME

  avatar costs [--from DAY] [--to DAY] [--account NAME] [--by account|actor|output|language|step|resource|day]
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

/**
 * Runs one command.
 *
 * @returns the exit code: 0, or 2 when the command was wrong or failed
 */
export async function run(args: readonly string[], output: Output): Promise<number> {
  const [noun, ...rest] = args;
  if (noun === undefined || noun === 'help' || args.includes('--help')) {
    output.out(USAGE);
    return noun === undefined ? 2 : 0;
  }
  try {
    const command = { tokens, jobs, webhooks, costs, budgets, focus, reconcile }[noun];
    if (!command) throw new CommandError(`Unknown command "${noun}". Try: avatar --help`);
    await command(rest, output);
    return 0;
  } catch (error) {
    const message = error instanceof CommandError ? error.message : explainService(error);
    if (message === undefined) throw error;
    output.err(message);
    return 2;
  }
}

/** Explains a failed call to AWS in one line; undefined for any other error. */
function explainService(error: unknown): string | undefined {
  const { name, $metadata } = error as Error & { $metadata?: object };
  if (!$metadata && !isTransientError(error) && name !== 'CredentialsProviderError') return undefined;
  return `The service could not be asked: ${explainAwsError(error)}`;
}
