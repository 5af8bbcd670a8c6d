import { log } from '#aws';
import { auditJob, withLedger } from '#billing';
import { readEnvironment } from '#runtime';
import { sweep } from './sweep.ts';

const settings = readEnvironment('sweep');

const auditing = { stateMachineArn: settings.STATE_MACHINE_ARN, sizes: settings.FUNCTION_SIZES };

/** Runs every minute; see `sweep`. */
export const handler = withLedger(async (): Promise<void> => {
  const repairs = await sweep({
    jobs: settings.JOBS_TABLE,
    tokens: settings.TOKENS_TABLE,
    webhooks: settings.WEBHOOKS_TABLE,
    capacity: { table: settings.CAPACITY_TABLE, size: settings.CAPACITY },
    jobsQueue: settings.JOBS_QUEUE_URL,
    bus: settings.EVENT_BUS,
    stateMachineArn: settings.STATE_MACHINE_ARN,
    bucket: settings.BUCKET,
    lostAfter: settings.LOST_AFTER * 1000,
    audit: (job) => auditJob(auditing, job, { thorough: true }),
  });
  log.info('Sweep done', { ...repairs });
});
