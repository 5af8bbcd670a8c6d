import { isTerminal } from '@talking-avatar/contract';
import * as v from 'valibot';
import { billTo, jobOfExecution, log, setLedgerTime } from '#aws';
import { auditJob, withLedger } from '#billing';
import { finalizeJob, findJob, finishAudit } from '#jobs';
import { readEnvironment } from '#runtime';

const settings = readEnvironment('finalize');

const eventSchema = v.object({
  detail: v.object({
    name: v.string(),
    status: v.picklist(['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']),
    error: v.nullish(v.string()),
    cause: v.nullish(v.string()),
  }),
});

/** Runs when an execution ends. Finalizes the job and audits its costs. */
export const handler = withLedger(async (event: unknown): Promise<void> => {
  const { name, status, error, cause } = v.parse(eventSchema, event).detail;
  const id = jobOfExecution(name);
  billTo({ job: id });
  const finalized = await finalizeJob(
    {
      jobs: settings.JOBS_TABLE,
      tokens: settings.TOKENS_TABLE,
      capacity: { table: settings.CAPACITY_TABLE, size: settings.CAPACITY },
      jobsQueue: settings.JOBS_QUEUE_URL,
      bus: settings.EVENT_BUS,
      bucket: settings.BUCKET,
    },
    name,
    { status, error: error ?? undefined, cause: cause ?? undefined },
  );
  // The job was restarted, which is already logged. It is audited after its second execution.
  if (!finalized) return;
  log.info('Job finalized', { job: id, execution: status });
  await audit(id);
});

/** Audits a job. Failures are only logged, because the sweep audits the job later. */
async function audit(id: string): Promise<void> {
  try {
    const job = await findJob(settings.JOBS_TABLE, id);
    if (!job || !isTerminal(job.status)) return;
    if (job.finished_at) setLedgerTime(job.finished_at);
    const resources = { stateMachineArn: settings.STATE_MACHINE_ARN, sizes: settings.FUNCTION_SIZES };
    const { complete, estimated } = await auditJob(resources, job, { thorough: false });
    if (complete) await finishAudit(settings.JOBS_TABLE, job);
    if (estimated > 0) log.warn('Invocations without a ledger row were estimated', { job: id, estimated });
  } catch (error) {
    log.error('The job could not be audited', error as Error);
  }
}
