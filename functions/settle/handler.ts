import * as v from 'valibot';
import { attribute, log, metered, readEnvironment, settle } from '../../layers/cloud/index.ts';

const settings = readEnvironment('settle');

const eventSchema = v.object({
  detail: v.object({
    name: v.pipe(v.string(), v.uuid()),
    status: v.picklist(['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']),
    error: v.nullish(v.string()),
    cause: v.nullish(v.string()),
  }),
});

/** An execution has ended: settles its job. */
export const handler = metered(async (event: unknown): Promise<void> => {
  const { name, status, error, cause } = v.parse(eventSchema, event).detail;
  attribute({ job: name });
  await settle(
    {
      jobs: settings.JOBS_TABLE,
      tokens: settings.TOKENS_TABLE,
      capacity: { table: settings.CAPACITY_TABLE, size: settings.CAPACITY },
      jobsQueue: settings.JOBS_QUEUE_URL,
      bus: settings.EVENT_BUS,
    },
    name,
    { status, error: error ?? undefined, cause: cause ?? undefined },
  );
  log.info('Settled', { job: name, execution: status });
});
