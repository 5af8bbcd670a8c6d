import { getItem } from '#aws/table';
import { createEndpoint, jsonResponse, readEnvironment } from '#runtime';
import { createCheck } from './check.ts';
import { environment } from './environment.ts';

const settings = readEnvironment(environment);

/**
 * How long a successful read of the jobs table remains valid, in ms. The endpoint requires no token, so not every request may cost a read.
 */
const PERIOD = 5_000;

const check = createCheck(() => getItem(settings.JOBS_TABLE, { id: 'health' }, { consistent: false }), PERIOD);

/** `GET /health` returns 200 if the service can read its jobs, otherwise 500 or 503. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async () => {
  await check();
  return jsonResponse({ status: 'ok' }, 200, { 'cache-control': 'no-store' });
});
