import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUBSCRIPTION_PLANS } from '@talking-avatar/contract';
import { createToken, findToken } from '#runtime';

/** Account used by the demo. */
const ACCOUNT = 'demo';

/** The largest plan, so that the quota does not run out on the local service. */
const PLAN = SUBSCRIPTION_PLANS.at(-1)!;

/** Returns the demo account's token. Reuses the token from the last start while it is valid. */
export async function demoToken(data: string, tokensTable: string): Promise<string> {
  const file = join(data, 'demo-token');
  const known = await readFile(file, 'utf8').catch(() => '');
  const record = known ? await findToken(tokensTable, known) : undefined;
  if (record && record.used < record.quota && record.expires_at > new Date().toISOString()) return known;
  const token = await createToken(tokensTable, ACCOUNT, PLAN);
  await writeFile(file, token, { mode: 0o600 });
  return token;
}
