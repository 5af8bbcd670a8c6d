import { CommandError, type Output } from '@talking-avatar/cli';
import { findSubscriptionPlan, SUBSCRIPTION_PLANS, type SubscriptionPlan } from '@talking-avatar/contract';
import { createToken, hashToken, listTokens, renewToken, revokeToken, type TokenRecord, tokenHint } from '#runtime';
import { alignColumns } from './columns.ts';
import { findTarget } from './target.ts';
import type { OperatorValues } from './values.ts';

/** Account names are used in message groups and object keys, so only letters, digits, and `._-` are allowed. */
const ACCOUNT = /^[\w.-]{1,64}$/;

/** @throws CommandError if the account name is missing or invalid */
export function checkAccount(account: string | undefined): string {
  if (account && ACCOUNT.test(account)) return account;
  throw new CommandError(`--account must be 1 to 64 letters, digits, ".", "_", or "-", got ${JSON.stringify(account) ?? 'none'}`);
}

/** `avatar tokens create`. @throws CommandError */
export async function createAccountToken(values: OperatorValues & { plan: string }, output: Output): Promise<void> {
  const owner = checkAccount(values.account);
  const chosen = planOf(values.plan);
  const { tokensTable } = await findTarget(values);
  const token = await createToken(tokensTable, owner, chosen);
  if (values.json) return output.out(JSON.stringify({ token, account: owner, plan: chosen.name, quota: chosen.quota, days: chosen.days }));
  output.out(token);
  output.err(`For ${owner}: ${chosen.quota} jobs in ${chosen.days} days. The token is shown only once; store it safely.`);
}

/** `avatar tokens list`. @throws CommandError */
export async function listAccountTokens(values: OperatorValues, output: Output): Promise<void> {
  const account = values.account === undefined ? undefined : checkAccount(values.account);
  const { tokensTable } = await findTarget(values);
  const all = (await listTokens(tokensTable)).filter((token) => account === undefined || token.account === account);
  if (values.json) return output.out(JSON.stringify(all.map(({ hash, ...token }) => token)));
  const rows = all.map((token) => [
    `${token.hint}…`,
    token.account,
    token.plan,
    `${token.used}/${token.quota}`,
    token.expires_at.slice(0, 10),
    stateOf(token),
  ]);
  for (const line of alignColumns([['TOKEN', 'ACCOUNT', 'PLAN', 'USED', 'EXPIRES', 'STATE'], ...rows])) output.out(line);
}

/** `avatar tokens renew`. @throws CommandError */
export async function renew(subject: string, values: OperatorValues & { plan?: string }, output: Output): Promise<void> {
  const { tokensTable } = await findTarget(values);
  const token = await findOne(tokensTable, subject);
  const chosen = planOf(values.plan ?? token.plan);
  if (!(await renewToken(tokensTable, token.hash, chosen))) throw new CommandError(`Token ${token.hint}… is revoked; create a new one`);
  const message = `Renewed ${token.account}'s token ${token.hint}…: ${chosen.quota} jobs in ${chosen.days} days from now.`;
  output.out(values.json ? JSON.stringify({ renewed: token.hint, plan: chosen.name }) : message);
}

/** `avatar tokens revoke`. @throws CommandError */
export async function revoke(subject: string, values: OperatorValues, output: Output): Promise<void> {
  const { tokensTable } = await findTarget(values);
  const token = await findOne(tokensTable, subject);
  await revokeToken(tokensTable, token.hash);
  output.out(values.json ? JSON.stringify({ revoked: token.hint }) : `Revoked ${token.account}'s token ${token.hint}….`);
}

/** Finds a token by its full text or by its hint, the prefix that `list` shows. @throws CommandError unless exactly one matches */
async function findOne(table: string, subject: string): Promise<TokenRecord> {
  const hint = subject.replace(/…$/, '');
  const all = await listTokens(table);
  const matches = all.filter(({ hash, hint: known }) => hash === hashToken(hint) || known === hint);
  if (matches.length === 1) return matches[0] as TokenRecord;
  throw new CommandError(
    matches.length > 0
      ? `${matches.length} tokens start with ${tokenHint(hint)}; pass the whole token`
      : `Unknown token ${tokenHint(hint)}; see avatar tokens list`,
  );
}

function planOf(name: string): SubscriptionPlan {
  const plan = findSubscriptionPlan(name);
  if (!plan) throw new CommandError(`--plan must be one of ${SUBSCRIPTION_PLANS.map((each) => each.name).join(', ')}, got "${name}"`);
  return plan;
}

function stateOf({ revoked_at, expires_at, used, quota }: TokenRecord): string {
  if (revoked_at) return 'revoked';
  if (expires_at <= new Date().toISOString()) return 'expired';
  return used >= quota ? 'used up' : 'active';
}
