import type { Execution } from './store.ts';

export interface StatusEvent {
  readonly source: 'aws.states';
  readonly detailType: 'Step Functions Execution Status Change';
  readonly resources: readonly string[];
  readonly time: Date;
  readonly detail: Readonly<Record<string, unknown>>;
}

const INCLUDED = { included: true };

/** Creates a status change event (Step Functions Developer Guide, "Step Functions Execution Status Change"). */
export function createStatusEvent(execution: Execution): StatusEvent {
  const { arn, machineArn, name, status, startDate, stopDate, input, output, error, cause } = execution;
  return {
    source: 'aws.states',
    detailType: 'Step Functions Execution Status Change',
    resources: [arn],
    time: new Date(stopDate ?? startDate),
    detail: {
      executionArn: arn,
      stateMachineArn: machineArn,
      name,
      status,
      startDate,
      stopDate,
      input,
      inputDetails: INCLUDED,
      output,
      outputDetails: output === null ? null : INCLUDED,
      error,
      cause,
      stateMachineVersionArn: null,
      stateMachineAliasArn: null,
      redriveCount: 0,
      redriveDate: null,
      redriveStatus: 'NOT_REDRIVABLE',
      redriveStatusReason: 'Redrive is not available locally',
    },
  };
}
