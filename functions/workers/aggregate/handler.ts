import { log } from '#aws';
import { withLedger } from '#billing';
import { readEnvironment } from '#runtime';
import { aggregateCosts } from './aggregate-costs.ts';

const settings = readEnvironment('aggregate');

/** Runs every few minutes; see `aggregateCosts`. */
export const handler = withLedger(async (): Promise<void> => {
  const aggregated = await aggregateCosts({
    ledger: settings.LEDGER_TABLE,
    accounts: settings.ACCOUNTS_TABLE,
    stage: settings.STAGE,
  });
  log.info('Costs aggregated', { ...aggregated });
});
