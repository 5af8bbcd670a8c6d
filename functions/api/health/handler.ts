import { getItem } from '#aws/table';
import { createEndpoint, jsonResponse, readEnvironment } from '#runtime';
import { createCheck } from './check.ts';
import { environment } from './environment.ts';

const settings = readEnvironment(environment);

/** Time for which a successful read of the jobs table is valid, in ms. Requests without a token must not cost a read each. */
const PERIOD = 5_000;

const check = createCheck(() => getItem(settings.JOBS_TABLE, { id: 'health' }, { consistent: false }), PERIOD);

/** `GET /health` returns 200 if the service can read its jobs, otherwise 500 or 503. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async () => {
  await check();
  return jsonResponse({ status: 'ok' }, 200, { 'cache-control': 'no-store' });
});
