import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { CANARY_FAILURES } from '#aws/metrics';
import { stageMetric } from '../stage-metric.ts';
import type { AlarmSpec } from './alarm-spec.ts';

/** Consecutive failed runs that raise the alarm. */
const RUNS = 2;

/** The alarm of the canary. @param minutes between two runs */
export const canaryAlarms = (stage: string, minutes: number): AlarmSpec[] => [
  {
    id: 'CanaryFailed',
    metric: stageMetric(stage, CANARY_FAILURES, Duration.minutes(minutes)),
    threshold: 1,
    periods: RUNS,
    // A canary that has stopped has no data; so has a new one, but an alarm that begins without data sends nothing.
    missing: TreatMissingData.MISSING,
    meaning: `The test job has failed ${RUNS} times running or, where there is no data any more, is not made: clients most likely get nothing either.`,
    action: 'The log of canary says at which step, and why.',
  },
];
