import { Alarm, ComparisonOperator, type IAlarmAction, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { AlarmSpec } from './alarm-spec.ts';

/** Runbook path in alarm messages. */
const RUNBOOK = 'docs/runbook.md';

export interface AlarmsProps {
  specs: readonly AlarmSpec[];
  /** Targets for messages. If there are none, an alarm only changes color on the dashboard. */
  actions: readonly IAlarmAction[];
}

/** CloudWatch alarms. The description of each has the meaning, the first action, and the runbook section. */
export class Alarms extends Construct {
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, { specs, actions }: AlarmsProps) {
    super(scope, id);
    this.alarms = specs.map((spec) => {
      const alarm = this.#create(spec);
      alarm.addAlarmAction(...actions);
      if (spec.missing === TreatMissingData.MISSING) alarm.addInsufficientDataAction(...actions);
      return alarm;
    });
  }

  #create({ id, metric, threshold, periods = 1, missing, meaning, action }: AlarmSpec): Alarm {
    return new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
      alarmDescription: `${meaning} ${action} See ${RUNBOOK}#${id.replace(/\d$/, '').toLowerCase()}.`,
    });
  }
}
