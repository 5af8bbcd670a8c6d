import { type ExpectedVideo, estimateRendering } from '@talking-avatar/avatar/plan';
import { log } from '#aws';
import { withLedger } from '#billing';
import { meteringSettings } from '#billing/settings';
import { readEnvironment } from '#runtime';
import { aggregateCosts } from './aggregate-costs.ts';

const settings = readEnvironment('aggregate');

/** Runs every few minutes; see `aggregateCosts`. */
export const handler = withLedger(async (): Promise<void> => {
  const rendering = settings.RENDERING;
  const aggregated = await aggregateCosts({
    ledger: settings.LEDGER_TABLE,
    accounts: settings.ACCOUNTS_TABLE,
    stage: settings.STAGE,
    renderers: { ...rendering, plan: (video: ExpectedVideo) => estimateRendering(video, rendering), prices: meteringSettings().PRICES },
  });
  log.info('Costs aggregated', { ...aggregated });
});
