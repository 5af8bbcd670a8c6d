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
    // A stopped canary sends no data. Neither does a new one, but an alarm that starts without data sends no message.
    missing: TreatMissingData.MISSING,
    meaning: `The test job failed ${RUNS} times in a row or, if data is missing, does not run: clients' jobs probably fail too.`,
    action: 'Read the log of canary for the step and the reason.',
  },
];
