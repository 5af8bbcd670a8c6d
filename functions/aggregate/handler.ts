import { log } from '../../layers/aws/index.ts';
import { withLedger } from '../../layers/billing/index.ts';
import { readEnvironment } from '../../layers/runtime/index.ts';
import { aggregateCosts } from './aggregate-costs.ts';

const settings = readEnvironment('aggregate');

/** Runs every few minutes: see `aggregateCosts`. */
export const handler = withLedger(async (): Promise<void> => {
  const aggregated = await aggregateCosts({
    ledger: settings.LEDGER_TABLE,
    accounts: settings.ACCOUNTS_TABLE,
    stage: settings.STAGE,
  });
  log.info('Costs aggregated', { ...aggregated });
});
