import { log, metered, readEnvironment } from '../../layers/cloud/index.ts';
import { tally } from './tally.ts';

const settings = readEnvironment('tally');

/** Runs every few minutes: see `tally`. */
export const handler = metered(async (): Promise<void> => {
  const told = await tally({
    ledger: settings.LEDGER_TABLE,
    accounts: settings.ACCOUNTS_TABLE,
    stage: settings.STAGE,
  });
  log.info('Tallied', { ...told });
});
