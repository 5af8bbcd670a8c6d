import { billTo, log } from '#aws';
import { withLedger } from '#billing';
import { type CheckReport, checkService } from '#canary';
import { countCanaryRun } from '#jobs';
import { CANARY_ACCOUNT, readEnvironment, renewCanaryToken } from '#runtime';

const settings = readEnvironment('canary');

/** Runs on a schedule or on request. Submits a test job the way a client would, and returns the report. */
export const handler = withLedger(async (_event, context): Promise<CheckReport> => {
  const run = context.getRemainingTimeInMillis();
  const token = await renewCanaryToken(settings.TOKENS_TABLE, settings.WEBHOOKS_KEY, run);
  const report = await checkService({ url: settings.API_URL, token }, { rig: settings.IDENTIFIERS.blendshape });
  billTo({ account: CANARY_ACCOUNT, ...(report.job && { job: report.job }) });
  countCanaryRun(report);
  log[report.ok ? 'info' : 'error']('Canary run', { ...report });
  return report;
});
