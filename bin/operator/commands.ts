import type { CliCommand, Output } from '@talking-avatar/cli';

type Command = ReturnType<CliCommand['command']>;

const withTarget = (command: Command): Command =>
  command
    .option('--stage <NAME>', 'a deployed stage, with your AWS credentials (default: the local service)')
    .option('--data <FOLDER>', "the local service's data folder (default: .avatar)")
    .option('--json', 'print JSON');

const withAccount = (command: Command, description = 'only this account'): Command =>
  withTarget(command).option('--account <NAME>', description);

const THE_ACCOUNT = 'the account';

const OPERATE = 'Operate a service:';

const withPeriod = (command: Command): Command =>
  command
    .option('--from <DAY>', 'first day, in UTC (default: the first of the month)')
    .option('--to <DAY>', 'last day, in UTC (default: today)');

/** Adds the commands that are only for operators. The code for each command is loaded when it runs. */
export function addOperatorCommands(program: CliCommand, output: Output): void {
  program.commandsGroup(OPERATE);
  addTokens(program, output);
  withTarget(
    program
      .command('logs <ID>')
      .summary("Show a job's history")
      .description("Prints a job's states and every function's log lines in order."),
  ).action(async (id, values) => (await import('./logs.ts')).logs(id, values, output));
  addWebhooks(program, output);
  addCosts(program, output);
  addBudgets(program, output);
}

function addTokens(program: CliCommand, output: Output): void {
  const load = () => import('./tokens.ts');
  const tokens = program.command('tokens').description('Client tokens');
  withAccount(
    tokens
      .command('create')
      .description('Create a token (shown only once)')
      .option('--plan <NAME>', 'trial, standard, or studio', 'standard'),
    THE_ACCOUNT,
  ).action(async (values) => (await load()).createAccountToken(values, output));
  withAccount(tokens.command('list').description('List tokens')).action(async (values) => (await load()).listAccountTokens(values, output));
  withTarget(
    tokens
      .command('renew <TOKEN_OR_HINT>')
      .description("Renew a token's term and quota")
      .option('--plan <NAME>', 'trial, standard, or studio (default: the same plan)'),
  ).action(async (subject, values) => (await load()).renew(subject, values, output));
  withTarget(tokens.command('revoke <TOKEN_OR_HINT>').description('Revoke a token')).action(async (subject, values) =>
    (await load()).revoke(subject, values, output),
  );
}

function addWebhooks(program: CliCommand, output: Output): void {
  const load = () => import('./webhooks.ts');
  const webhooks = program.command('webhooks').description('Webhook deliveries and signing secrets');
  withAccount(webhooks.command('list').description('List failed deliveries').option('--waiting', 'list pending retries instead')).action(
    async (values) => (await load()).list(values, output),
  );
  withTarget(webhooks.command('show <ID>').description("Show a job's webhooks with their attempts")).action(async (id, values) =>
    (await load()).show(id, values, output),
  );
  withAccount(
    webhooks
      .command('replay [JOB]')
      .description("Resend a job's failed deliveries")
      .option('--all', 'for all jobs')
      .option('--now', 'also send pending retries immediately')
      .option('--event <EVENT>', 'only on_success, on_fail, or on_running'),
  ).action(async (job, values) => (await load()).replay(job, values, output));
  withAccount(webhooks.command('secret <ACTION>').description('Show or rotate the signing secret'), THE_ACCOUNT).action(
    async (action, values) => (await load()).secret(action, values, output),
  );
}

function addCosts(program: CliCommand, output: Output): void {
  withPeriod(
    withAccount(
      program
        .command('costs')
        .description('Show costs by invocation, job, and minute of output')
        .option(
          '--by <DIMENSION>',
          'account, actor, output, language, step, resource, day, month, job, or metadata.NAME; or two, such as account,month',
        )
        .option('--format <FORMAT>', 'table, csv, or json')
        .option('--job <ID>', 'one job, by step and resource')
        .option('--dearest', 'the ten most expensive jobs')
        .option('--html <FILE>', 'write a page with charts to one file'),
    ),
  ).action(async (values) => (await import('./costs.ts')).costs(values, output));
  withPeriod(
    program
      .command('focus')
      .description('Export the ledger as a FOCUS 1.2 CSV')
      .option('--stage <NAME>', 'a deployed stage, with your AWS credentials (default: the local service)')
      .option('--data <FOLDER>', "the local service's data folder (default: .avatar)")
      .option('--by <DETAIL>', 'invocation, day (sums by account, step, and resource), or job (sums by job and resource)', 'invocation')
      .option('--out <FILE>', 'output file (default: standard output)'),
  ).action(async (values) => (await import('./focus.ts')).focus(values, output));
  withTarget(
    program
      .command('reconcile')
      .summary("Compare the ledger with AWS's bill")
      .description("Compares a month of the ledger with AWS's bill (a Cost and Usage export), by service.")
      .option('--month <MONTH>', 'such as 2026-11')
      .option('--cur <FILE>', 'the export: CSV or CSV.gz')
      .option('--format <FORMAT>', 'table, csv, or json'),
  ).action(async (values) => (await import('./reconcile.ts')).reconcile(values, output));
}

function addBudgets(program: CliCommand, output: Output): void {
  const load = () => import('./budgets.ts');
  const budgets = program.command('budgets').description('Monthly account budgets');
  withAccount(
    budgets
      .command('set')
      .description('Set a monthly budget')
      .option('--monthly <DOLLARS>', 'the budget, such as 25 or 12.50')
      .option('--stop', 'reject jobs once it is spent'),
    THE_ACCOUNT,
  ).action(async (values) => (await load()).set(values, output));
  withAccount(budgets.command('list').description('List budgets')).action(async (values) => (await load()).list(values, output));
  withAccount(budgets.command('remove').description('Remove a budget'), THE_ACCOUNT).action(async (values) =>
    (await load()).remove(values, output),
  );
}

/** Adds `list` and `show` to the `jobs` command of the client. */
export function addOperatorJobs(jobs: CliCommand, output: Output): void {
  const load = () => import('./jobs.ts');
  withAccount(
    jobs
      .command('list')
      .description("List an account's newest jobs")
      .option('--status <STATUS>', 'only jobs with this status')
      .option('--limit <NUMBER>', 'number of jobs', '20'),
    THE_ACCOUNT,
  ).action(async (values) => (await load()).list(values, output));
  withTarget(jobs.command('show <ID>').description("Show a job's status, step, error, and cause")).action(async (id, values) =>
    (await load()).show(id, values, output),
  );
}

/** Adds `avatars list --account NAME` and `avatars delete --account NAME`. */
export function addOperatorAvatars(program: CliCommand, output: Output): void {
  const load = () => import('./avatars.ts');
  const avatars = program.command('avatars').description("An account's own avatars").helpGroup(OPERATE);
  withAccount(avatars.command('list').description("List an account's avatars"), THE_ACCOUNT).action(async (values) =>
    (await load()).list(values, output),
  );
  withAccount(
    avatars.command('delete [ID]').description('Delete an avatar with its file').option('--all', 'every avatar in the account'),
    THE_ACCOUNT,
  ).action(async (id, values) => (await load()).remove(id, values, output));
}
