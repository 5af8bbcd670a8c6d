import { attribute, jobMessageSchema, log } from '../../layers/aws/index.ts';
import { consume, readEnvironment } from '../../layers/runtime/index.ts';
import { dispatchJob } from './dispatch.ts';

const settings = readEnvironment('dispatch');

/** Starts queued jobs while there is capacity. */
export const handler = consume(jobMessageSchema, async ({ id, account }) => {
  attribute({ job: id, account });
  log.info('Dispatch', { job: id, outcome: await dispatchJob(settings, id) });
});
