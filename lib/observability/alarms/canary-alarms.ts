import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { CANARY_FAILURES } from '#aws/metrics';
import { stageMetric } from '../stage-metric.ts';
import type { AlarmSpec } from './alarm-spec.ts';

/** Number of consecutive failed runs that raises the alarm. */
const RUNS = 2;

/** The canary alarm. @param minutes number of minutes between runs */
export const canaryAlarms = (stage: string, minutes: number): AlarmSpec[] => [
  {
    id: 'CanaryFailed',
    metric: stageMetric(stage, CANARY_FAILURES, Duration.minutes(minutes)),
    threshold: 1,
    periods: RUNS,
    // A canary that has stopped sends no data. Neither does a new one, but an alarm that starts without data does not send a message.
    missing: TreatMissingData.MISSING,
    meaning: `The test job failed ${RUNS} times in a row or, if data is missing, is not running. Clients' jobs probably fail too.`,
    action: "Read the canary function's log for the step and the reason.",
  },
];
