import { CommandError } from '@talking-avatar/cli/command-error';
import type { Output } from '@talking-avatar/cli/output';
import { findSubscriptionPlan, SUBSCRIPTION_PLANS, type SubscriptionPlan } from '@talking-avatar/contract';
import { createToken, hashToken, listTokens, renewToken, revokeToken, type TokenRecord, tokenHint } from '#runtime';
import { readArguments, refuseWords } from './arguments.ts';
import { alignColumns } from './columns.ts';
import { findTarget } from './target.ts';

const DEFAULT_PLAN = 'standard';

/** Account names go into message groups and object keys: letters, digits and `._-`. */
const ACCOUNT = /^[\w.-]{1,64}$/;

interface Options {
  account?: string | undefined;
  plan?: string | undefined;
  json?: boolean | undefined;
}

/** `avatar tokens …`: issues, lists, renews and revokes tokens. @throws CommandError */
export async function tokens(args: readonly string[], output: Output): Promise<void> {
  const { values, positionals } = readArguments(args, { plan: { type: 'string' } });
  const [verb, subject] = positionals;
  const commands: Record<string, (table: string) => Promise<void>> = {
    create: (table) => create(table, values, output),
    list: (table) => list(table, values, output),
    renew: async (table) => renew(table, await one(table, subject), values, output),
    revoke: async (table) => revoke(table, await one(table, subject), values, output),
  };
  const command = commands[verb ?? ''];
  if (!command) throw new CommandError('Say what to do with tokens: create, list, renew or revoke. Try: avatar --help');
  refuseWords(positionals, verb === 'renew' || verb === 'revoke' ? 2 : 1);
  if (values.account !== undefined) checkAccount(values.account);
  const target = await findTarget(values);
  await command(target.tokensTable);
}

/** @throws CommandError for what cannot be the name of an account */
export function checkAccount(account: string | undefined): string {
  if (account && ACCOUNT.test(account)) return account;
  throw new CommandError('--account: name the account with 1 to 64 letters, digits, ".", "_" or "-"');
}

async function create(table: string, { account, plan, json }: Options, output: Output): Promise<void> {
  const owner = checkAccount(account);
  const chosen = planOf(plan ?? DEFAULT_PLAN);
  const token = await createToken(table, owner, chosen);
  if (json) return output.out(JSON.stringify({ token, account: owner, plan: chosen.name, quota: chosen.quota, days: chosen.days }));
  output.out(token);
  output.err(`For ${owner}: ${chosen.quota} jobs in ${chosen.days} days. The token is shown only now; keep it safe.`);
}

async function list(table: string, { account, json }: Options, output: Output): Promise<void> {
  const all = (await listTokens(table)).filter((token) => account === undefined || token.account === account);
  if (json) return output.out(JSON.stringify(all.map(({ hash, ...token }) => token)));
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

async function renew(table: string, token: TokenRecord, { plan, json }: Options, output: Output): Promise<void> {
  const chosen = planOf(plan ?? token.plan);
  if (!(await renewToken(table, token.hash, chosen))) {
    throw new CommandError(`The token ${token.hint}… is revoked; create a new one`);
  }
  const message = `Renewed ${token.hint}… of ${token.account}: ${chosen.quota} jobs in ${chosen.days} days from now.`;
  output.out(json ? JSON.stringify({ renewed: token.hint, plan: chosen.name }) : message);
}

async function revoke(table: string, token: TokenRecord, { json }: Options, output: Output): Promise<void> {
  await revokeToken(table, token.hash);
  output.out(json ? JSON.stringify({ revoked: token.hint }) : `Revoked ${token.hint}… of ${token.account}.`);
}

/** Finds a token by itself or by its hint, the beginning that `list` shows. @throws CommandError for none or several */
async function one(table: string, subject: string | undefined): Promise<TokenRecord> {
  if (!subject) throw new CommandError('Name the token, or its beginning as "avatar tokens list" shows it');
  const hint = subject.replace(/…$/, '');
  const all = await listTokens(table);
  const matches = all.filter(({ hash, hint: known }) => hash === hashToken(hint) || known === hint);
  if (matches.length === 1) return matches[0] as TokenRecord;
  const fault = matches.length ? `${matches.length} tokens begin with` : 'No token is, or begins with,';
  throw new CommandError(`${fault} ${tokenHint(hint)}; ${matches.length ? 'give the whole token' : 'see avatar tokens list'}`);
}

function planOf(name: string): SubscriptionPlan {
  const plan = findSubscriptionPlan(name);
  if (!plan) throw new CommandError(`--plan: there is no plan "${name}"; there are ${SUBSCRIPTION_PLANS.map((p) => p.name).join(', ')}`);
  return plan;
}

function stateOf({ revoked_at, expires_at, used, quota }: TokenRecord): string {
  if (revoked_at) return 'revoked';
  if (expires_at <= new Date().toISOString()) return 'expired';
  return used >= quota ? 'used up' : 'active';
}
