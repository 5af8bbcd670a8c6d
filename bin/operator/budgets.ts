import { CommandError } from '@talking-avatar/cli/command-error';
import type { Output } from '@talking-avatar/cli/output';
import { type Budget, findBudget, formatDollars, formatShort, listBudgets, readDollars, removeBudget, setBudget } from '#billing';
import { readArguments, refuseWords } from './arguments.ts';
import { alignColumns } from './columns.ts';
import { findTarget } from './target.ts';
import { checkAccount } from './tokens.ts';

interface Options {
  account?: string | undefined;
  monthly?: string | undefined;
  stop?: boolean | undefined;
  json?: boolean | undefined;
}

/** Largest monthly budget, pico-dollars: amounts of the ledger are exact up to it. */
const MOST = 100_000n * 1_000_000_000_000n;

/** `avatar budgets …`: sets, lists and removes the monthly budgets of accounts. @throws CommandError */
export async function budgets(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readArguments(args, { monthly: { type: 'string' }, stop: { type: 'boolean' } });
  const [verb] = positionals;
  const commands: Record<string, (table: string) => Promise<void>> = {
    set: (table) => set(table, values, output),
    list: (table) => list(table, values, output),
    remove: (table) => remove(table, values, output),
  };
  const command = commands[verb ?? ''];
  if (!command) throw new CommandError('Say what to do with budgets: set, list or remove. Try: avatar --help');
  refuseWords(positionals, 1);
  if (values.account !== undefined) checkAccount(values.account);
  const { accountsTable } = await findTarget(values);
  await command(accountsTable);
}

async function set(table: string, { account, monthly, stop = false, json }: Options, output: Output): Promise<void> {
  const owner = checkAccount(account);
  const limit = readDollars(monthly ?? '');
  if (limit === undefined || limit === 0n || limit > MOST)
    throw new CommandError(
      `--monthly: say how many dollars the account may spend in a month, such as 25 or 12.50, and at most ${formatShort(MOST)}`,
    );
  await setBudget(table, owner, { limit, stop });
  const budget = await findBudget(table, owner);
  if (json) return output.out(JSON.stringify(budget && toJson(budget)));
  output.out(
    `${owner} may spend ${formatShort(limit)} a month and has spent ${formatShort(budget?.spent ?? 0n)} of it; ` +
      (stop ? 'then its jobs are refused.' : 'then an alarm is raised; with --stop its jobs would be refused.'),
  );
}

async function list(table: string, { account, json }: Options, output: Output): Promise<void> {
  const all = (await listBudgets(table)).filter((budget) => account === undefined || budget.account === account);
  if (json) return output.out(JSON.stringify(all.map(toJson)));
  const rows = all.map(({ account: owner, limit, spent, stop }) => [
    owner,
    formatShort(limit),
    formatShort(spent),
    `${(spent * 100n) / limit} %`,
    spent < limit ? 'within' : stop ? 'stopped' : 'over',
  ]);
  for (const line of alignColumns([['ACCOUNT', 'A MONTH', 'SPENT', 'USED', 'STATE'], ...rows])) output.out(line);
}

async function remove(table: string, { account, json }: Options, output: Output): Promise<void> {
  const owner = checkAccount(account);
  if (!(await removeBudget(table, owner))) throw new CommandError(`${owner} has no budget; see avatar budgets list`);
  output.out(json ? JSON.stringify({ removed: owner }) : `${owner} may spend without a budget.`);
}

const toJson = ({ account, limit, stop, spent }: Budget) => ({
  account,
  monthly: formatDollars(limit),
  spent: formatDollars(spent),
  stop,
});
