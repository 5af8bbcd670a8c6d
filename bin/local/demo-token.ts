import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUBSCRIPTION_PLANS } from '../../layers/contract/index.ts';
import { createToken, findToken } from '../../layers/runtime/index.ts';

/** The newcomer's account. */
const ACCOUNT = 'demo';

/** The largest plan: nobody should run out of jobs on their own machine. */
const PLAN = SUBSCRIPTION_PLANS.at(-1)!;

/** The token of the demo account: the one of the last start while it is good, else a new one. */
export async function demoToken(data: string, tokensTable: string): Promise<string> {
  const file = join(data, 'demo-token');
  const known = await readFile(file, 'utf8').catch(() => '');
  const record = known ? await findToken(tokensTable, known) : undefined;
  if (record && record.used < record.quota && record.expires_at > new Date().toISOString()) return known;
  const token = await createToken(tokensTable, ACCOUNT, PLAN);
  await writeFile(file, token, { mode: 0o600 });
  return token;
}
