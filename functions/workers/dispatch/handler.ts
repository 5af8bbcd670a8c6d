import { billTo, jobMessageSchema, log } from '#aws';
import { createQueueHandler, readEnvironment } from '#runtime';
import { dispatchJob } from './dispatch.ts';

const settings = readEnvironment('dispatch');

/** Starts queued jobs as long as there is capacity. */
export const handler = createQueueHandler(jobMessageSchema, async ({ id, account }) => {
  billTo({ job: id, account });
  log.info('Job dispatched', { job: id, outcome: await dispatchJob(settings, id) });
});
