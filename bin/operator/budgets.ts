import { CommandError, type Output } from '@talking-avatar/cli';
import { findNearestName } from '@talking-avatar/contract';
import { type Budget, findBudget, formatDollars, formatShort, listBudgets, readDollars, removeBudget, setBudget } from '#billing';
import { listTokens } from '#runtime';
import { alignColumns } from './columns.ts';
import { findTarget } from './target.ts';
import { checkAccount } from './tokens.ts';
import type { OperatorValues } from './values.ts';

/** Maximum monthly budget, in pico-dollars. Ledger amounts are exact up to this value. */
const MAX_BUDGET = 100_000n * 1_000_000_000_000n;

/** `avatar budgets set`. @throws CommandError */
export async function set(values: OperatorValues & { monthly?: string; stop?: boolean }, output: Output): Promise<void> {
  const { monthly, stop = false, json } = values;
  const owner = checkAccount(values.account);
  const limit = readDollars(monthly ?? '');
  if (limit === undefined || limit === 0n || limit > MAX_BUDGET)
    throw new CommandError(
      `--monthly must be an amount in dollars up to ${formatShort(MAX_BUDGET)}, such as 25 or 12.50, got ${JSON.stringify(monthly)}`,
    );
  const { accountsTable: table, tokensTable } = await findTarget(values);
  await checkKnown(tokensTable, owner);
  await setBudget(table, owner, { limit, stop });
  const budget = await findBudget(table, owner);
  if (json) return output.out(JSON.stringify(budget && toJson(budget)));
  output.out(
    `${owner} may spend ${formatShort(limit)} a month and has spent ${formatShort(budget?.spent ?? 0n)} of it; ` +
      (stop ? 'beyond that, its jobs are rejected.' : 'beyond that, an alarm is raised; with --stop, its jobs would be rejected.'),
  );
}

/** @throws CommandError for an account without tokens, whose name is probably misspelled (the budget would never apply) */
async function checkKnown(tokensTable: string, account: string): Promise<void> {
  const accounts = [...new Set((await listTokens(tokensTable)).map((token) => token.account))];
  if (accounts.includes(account)) return;
  const near = findNearestName(account, accounts);
  throw new CommandError(
    `--account: ${account} has no tokens${near ? `; did you mean "${near}"?` : '; create one with avatar tokens create, or see avatar tokens list'}`,
  );
}

/** `avatar budgets list`. @throws CommandError */
export async function list(values: OperatorValues, output: Output): Promise<void> {
  const account = values.account === undefined ? undefined : checkAccount(values.account);
  const { accountsTable } = await findTarget(values);
  const all = (await listBudgets(accountsTable)).filter((budget) => account === undefined || budget.account === account);
  if (values.json) return output.out(JSON.stringify(all.map(toJson)));
  const rows = all.map(({ account: owner, limit, spent, stop }) => [
    owner,
    formatShort(limit),
    formatShort(spent),
    `${(spent * 100n) / limit} %`,
    spent < limit ? 'within' : stop ? 'stopped' : 'over',
  ]);
  for (const line of alignColumns([['ACCOUNT', 'A MONTH', 'SPENT', 'USED', 'STATE'], ...rows])) output.out(line);
}

/** `avatar budgets remove`. @throws CommandError */
export async function remove(values: OperatorValues, output: Output): Promise<void> {
  const owner = checkAccount(values.account);
  const { accountsTable } = await findTarget(values);
  if (!(await removeBudget(accountsTable, owner))) throw new CommandError(`${owner} does not have a budget; see avatar budgets list`);
  output.out(values.json ? JSON.stringify({ removed: owner }) : `${owner} no longer has a budget.`);
}

const toJson = ({ account, limit, stop, spent }: Budget) => ({
  account,
  monthly: formatDollars(limit),
  spent: formatDollars(spent),
  stop,
});
