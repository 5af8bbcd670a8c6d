import { attribute, log } from '../../layers/aws/index.ts';
import { metered } from '../../layers/billing/index.ts';
import { type CheckReport, checkService } from '../../layers/canary/index.ts';
import { countCanary } from '../../layers/jobs/index.ts';
import { CANARY_ACCOUNT, readEnvironment, renewCanaryToken } from '../../layers/runtime/index.ts';

const settings = readEnvironment('canary');

/** Runs by the clock, and when somebody asks: makes a test job as a client would, and says how it went. */
export const handler = metered(async (_event, context): Promise<CheckReport> => {
  const run = context.getRemainingTimeInMillis();
  const token = await renewCanaryToken(settings.TOKENS_TABLE, settings.WEBHOOKS_KEY, run);
  const report = await checkService({ url: settings.API_URL, token }, { rig: settings.IDENTIFIERS.blendshape });
  attribute({ account: CANARY_ACCOUNT, ...(report.job && { job: report.job }) });
  countCanary(report);
  log[report.ok ? 'info' : 'error']('Checked', { ...report });
  return report;
});
