import { findJob } from '../../layers/jobs/index.ts';
import {
  type DeadLetter,
  deleteDeadLetter,
  enqueueAttempt,
  formatSecret,
  isOutdated,
  isWebhookKey,
  listDeadLetters,
  listSecrets,
  OVERLAP_HOURS,
  replayDelivery,
  rotateSecret,
  skipDelivery,
} from '../../layers/webhooks/index.ts';
import { readArguments, refuseWords } from './arguments.ts';
import { alignColumns } from './columns.ts';
import { CommandError } from './command-error.ts';
import { findTarget, type Target } from './target.ts';
import { checkAccount, type Output } from './tokens.ts';

interface Options {
  account?: string | undefined;
  event?: string | undefined;
  all?: boolean | undefined;
  json?: boolean | undefined;
}

/** `avatar webhooks …`: lists and replays dead letters, shows and rotates signing secrets. @throws CommandError */
export async function webhooks(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readArguments(args, { event: { type: 'string' }, all: { type: 'boolean' } });
  const [verb, subject] = positionals;
  const commands: Record<string, (target: Target) => Promise<void>> = {
    list: (target) => list(target, values, output),
    replay: (target) => replay(target, subject, values, output),
    secret: (target) => secret(target, subject, values, output),
  };
  const command = commands[verb ?? ''];
  if (!command) throw new CommandError('Say what to do with webhooks: list, replay or secret. Try: avatar --help');
  refuseWords(positionals, verb === 'list' ? 1 : 2);
  if (values.account !== undefined) checkAccount(values.account);
  await command(await findTarget(values));
}

async function list({ webhooksTable }: Target, { account, json }: Options, output: Output): Promise<void> {
  const letters = (await listDeadLetters(webhooksTable)).filter((letter) => !account || letter.account === account);
  if (json) return output.out(JSON.stringify(letters));
  const rows = letters.map(({ job, event, account: owner, host, failed_at, attempts, reason }) => [
    job,
    event,
    owner,
    host,
    failed_at.slice(0, 19).replace('T', ' '),
    String(attempts),
    reason,
  ]);
  const header = ['JOB', 'EVENT', 'ACCOUNT', 'RECEIVER', 'GIVEN UP', 'ATTEMPTS', 'REASON'];
  for (const line of alignColumns([header, ...rows])) output.out(line);
}

async function replay(target: Target, job: string | undefined, options: Options, output: Output): Promise<void> {
  if (!job === !options.all) throw new CommandError('Name the job whose webhooks are to be sent again, or say --all');
  const { account, event } = options;
  if (event !== undefined && !isWebhookKey(event)) {
    throw new CommandError(`--event: expected on_running, on_success or on_fail, but got ${event}`);
  }
  const letters = (await listDeadLetters(target.webhooksTable)).filter(
    (letter) =>
      (!job || letter.job === job) && (!account || letter.account === account) && (!event || letter.event === event),
  );
  if (job && letters.length === 0)
    throw new CommandError(`No webhook of ${job} was given up; see avatar webhooks list`);
  const outcomes: Outcome[] = [];
  for (const letter of letters) outcomes.push(await send(target, letter));
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const replayed = count('sent');
  if (options.json) return output.out(JSON.stringify({ replayed, skipped: letters.length - replayed }));
  output.out(`Sending ${replayed} of ${letters.length} webhooks again.`);
  for (const [outcome, reason] of SKIPPED) if (count(outcome) > 0) output.out(`Skipped ${count(outcome)}: ${reason}.`);
}

type Outcome = 'sent' | 'late' | 'taken' | 'gone';

/** Why a webhook is not sent again. */
const SKIPPED: readonly (readonly [Outcome, string])[] = [
  ['late', 'the job has ended, and is no longer reported as running'],
  ['taken', 'somebody else has sent it again in the meantime; GET /status of the job says how that went'],
  ['gone', 'the job is gone'],
];

/** Replays a dead letter. It is deleted after the message is sent, so that a failure in between loses nothing. */
async function send({ jobsTable, webhooksTable, webhooksQueue }: Target, letter: DeadLetter): Promise<Outcome> {
  const job = await findJob(jobsTable, letter.job);
  const notice = job?.notices?.[letter.event];
  if (!job || !notice) {
    await deleteDeadLetter(webhooksTable, letter);
    return 'gone';
  }
  if (isOutdated(job, letter.event)) {
    await skipDelivery(jobsTable, letter.job, letter.event, notice);
    await deleteDeadLetter(webhooksTable, letter);
    return 'late';
  }
  if (!(await replayDelivery(jobsTable, letter.job, letter.event, notice, Date.now()))) {
    const now = await findJob(jobsTable, letter.job);
    // A delivery that was replayed and given up again has replaced this dead letter by its own.
    if (now && !now.deleted_at) return 'taken';
    await deleteDeadLetter(webhooksTable, letter);
    return 'gone';
  }
  await enqueueAttempt(webhooksQueue, {
    job: letter.job,
    event: letter.event,
    attempts: notice.attempts,
    at: 0,
    waits: 0,
  });
  await deleteDeadLetter(webhooksTable, letter);
  return 'sent';
}

async function secret(target: Target, verb: string | undefined, options: Options, output: Output): Promise<void> {
  if (verb !== 'show' && verb !== 'rotate') throw new CommandError('Say "avatar webhooks secret show" or "… rotate"');
  const account = checkAccount(options.account);
  const place = { table: target.webhooksTable, key: target.webhooksKey };
  if (verb === 'rotate' && !(await rotateSecret(place, account))) {
    throw new CommandError('Somebody else has rotated the secret at this moment; see avatar webhooks secret show');
  }
  const [current = '', previous] = (await listSecrets(place, account)).map(formatSecret);
  if (options.json) return output.out(JSON.stringify({ account, secret: current, previous: previous ?? null }));
  output.out(current);
  if (previous) {
    output.out(previous);
    output.err(`The second one is the secret before; it signs too for ${OVERLAP_HOURS} hours after the rotation.`);
  }
}
