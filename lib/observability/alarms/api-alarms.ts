import type { Api } from '../../api/index.ts';
import { type AlarmSpec, PERIOD } from './alarm-spec.ts';

/** Number of 5xx responses within one period that raises the alarm. */
const ERRORS = 5;

/** Latency (p99) that raises the alarm, in ms. A cold start takes about two seconds. */
const SLOW = 5_000;

/** Alarms on errors and latency of the API. */
export const apiAlarms = ({ api }: Api): AlarmSpec[] => [
  {
    id: 'ApiErrors',
    metric: api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
    threshold: ERRORS,
    meaning: `The API returned 5xx to ${ERRORS} or more requests within ${PERIOD.toMinutes()} minutes.`,
    action: 'Find their request IDs in the access log, then in the function logs.',
  },
  {
    id: 'ApiSlow',
    metric: api.metricLatency({ period: PERIOD, statistic: 'p99' }),
    threshold: SLOW,
    periods: 3,
    meaning: `For 15 minutes, 1% of API responses took ${SLOW / 1_000} s or more.`,
    action: "Compare the endpoints' durations on the dashboard and open a slow trace.",
  },
];
