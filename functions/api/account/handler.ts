import { apiErrors, quote } from '@talking-avatar/contract';
import { findBudget, readMonthSpending } from '#billing';
import { createEndpoint, jsonResponse, RATE_WINDOW, readEnvironment } from '#runtime';
import { environment } from './environment.ts';
import { viewAccount } from './view.ts';

const settings = readEnvironment(environment);

/** `GET /lipsync/account` returns the plan, the budget, the rate limits, and the spending in one month. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async ({ event, caller }) => {
  const { month = new Date().toISOString().slice(0, 7) } = event.queryStringParameters ?? {};
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw apiErrors.invalidParameter(`month: must be a month such as "2026-11", got ${quote(month)}`);
  const [budget, days] = await Promise.all([
    findBudget(settings.ACCOUNTS_TABLE, caller.account),
    readMonthSpending(settings.LEDGER_TABLE, caller.account, month),
  ]);
  const rates = { token: settings.TOKEN_RATE * RATE_WINDOW, address: settings.ADDRESS_RATE * RATE_WINDOW };
  return jsonResponse(viewAccount(caller, { budget, month, days, rates, window: RATE_WINDOW }));
});
