import { Annotations, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { CLIENT_FAILURES } from '#aws/metrics';
import type { Api } from '../api/index.ts';
import { type Accounting, CostBudget } from '../billing/index.ts';
import { ServiceFunction } from '../function/index.ts';
import type { Pipeline } from '../pipeline/index.ts';
import type { Webhooks } from '../pipeline/webhooks.ts';
import { DEPLOYMENT_TAG, deploymentOf, LOCAL_STAGE, type Settings } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';
import { alarmTargets } from './alarm-targets.ts';
import {
  type AlarmSpec,
  Alarms,
  apiAlarms,
  canaryAlarms,
  type FunctionGroups,
  functionAlarms,
  jobAlarms,
  PERIOD,
  queueAlarms,
  spendingAlarms,
  tableAlarms,
} from './alarms/index.ts';
import type { Canary } from './canary.ts';
import { addDashboard } from './dashboard.ts';
import { stageMetric } from './stage-metric.ts';
import { Tracing } from './tracing.ts';

export interface ObservabilityProps {
  api: Api;
  pipeline: Pipeline;
  webhooks: Webhooks;
  accounting: Accounting;
  storage: Storage;
  canary?: Canary | undefined;
  settings: Settings;
}

const SILENT_ALARMS = 'alarmEmail and alarmTopic are not set, so alarms notify no one; set one, for example -c alarmEmail=ops@example.com';

/** Dashboard, alarms, tracing, and the AWS budget. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { api, pipeline, settings } = props;
    const { stage, alarmEmail, monthlyBudget, tracing } = settings;
    const functions = Stack.of(this)
      .node.findAll()
      .filter((construct) => construct instanceof ServiceFunction);
    const actions = alarmTargets(this, settings);
    if (actions.length === 0 && stage !== LOCAL_STAGE) Annotations.of(this).addWarningV2('avatar:silentAlarms', SILENT_ALARMS);
    const alarms = new Alarms(this, 'Alarms', { specs: alarmsOf(props, groupsOf(functions, props)), actions });
    addDashboard(this, { name: deploymentOf(settings), stage, api, pipeline, alarms, functions });
    if (tracing) new Tracing(this, 'Tracing', { functions });
    if (monthlyBudget && alarmEmail) {
      const name = deploymentOf(settings);
      const tag = { key: DEPLOYMENT_TAG, value: name };
      new CostBudget(this, 'CostBudget', { name, limit: monthlyBudget, email: alarmEmail, tag });
    }
  }
}

function groupsOf(functions: readonly ServiceFunction[], { api, pipeline }: ObservabilityProps): FunctionGroups {
  const endpoints: ServiceFunction[] = Object.values(api.endpoints);
  const steps: ServiceFunction[] = Object.values(pipeline.steps);
  return { endpoints, steps, workers: functions.filter((one) => !endpoints.includes(one) && !steps.includes(one)) };
}

function alarmsOf(
  { api, pipeline, webhooks, accounting, storage, canary, settings }: ObservabilityProps,
  groups: FunctionGroups,
): AlarmSpec[] {
  const { stage, accountConcurrency, monthlyBudget, canaryMinutes } = settings;
  return [
    ...apiAlarms(api),
    ...functionAlarms(groups, accountConcurrency, stageMetric(stage, CLIENT_FAILURES, PERIOD)),
    ...jobAlarms(pipeline, stage),
    ...queueAlarms({
      jobs: pipeline.jobsQueue,
      deadlines: pipeline.deadlinesQueue,
      webhooks: webhooks.queue,
      deadLetters: {
        JobsQueue: pipeline.jobsQueue.deadLetters,
        DeadlinesQueue: pipeline.deadlinesQueue.deadLetters,
        WebhooksQueue: webhooks.queue.deadLetters,
        ExecutionEnds: pipeline.executionEnds.deadLetters,
        SweepSchedule: pipeline.sweepSchedule.deadLetters,
        TaskStops: pipeline.taskStops.deadLetters,
        AggregateSchedule: accounting.aggregateSchedule.deadLetters,
        FocusSchedule: accounting.focusSchedule.deadLetters,
        ...(canary && { Canary: canary.schedule.deadLetters }),
      },
    }),
    ...tableAlarms(storage),
    ...spendingAlarms(stage, monthlyBudget),
    ...(canary ? canaryAlarms(stage, canaryMinutes) : []),
  ];
}
