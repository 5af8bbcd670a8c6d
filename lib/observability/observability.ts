import { Construct } from 'constructs';
import type { Api } from '../api/index.ts';
import { type Accounting, CostBudget } from '../costs/index.ts';
import type { Pipeline } from '../pipeline/index.ts';
import { DEPLOYMENT_TAG, deploymentOf, type Settings } from '../settings/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { Alarms } from './alarms.ts';
import { drawDashboard } from './dashboard.ts';

export interface ObservabilityProps {
  api: Api;
  pipeline: Pipeline;
  webhooks: Webhooks;
  accounting: Accounting;
  settings: Settings;
}

/** What tells people how the service does. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, { api, pipeline, webhooks, accounting, settings }: ObservabilityProps) {
    super(scope, id);
    const { stage, alarmEmail, monthlyBudget } = settings;
    const told = alarmEmail ? { topic: new AlarmTopic(this, 'AlarmTopic', { email: alarmEmail }).topic } : {};
    const alarms = new Alarms(this, 'Alarms', {
      ...{ api, pipeline, webhooks, accounting, stage, ...told },
      ...(monthlyBudget && { spending: { stage, monthlyBudget } }),
    });
    drawDashboard(this, { name: deploymentOf(settings), stage, api, pipeline, alarms });
    if (monthlyBudget && alarmEmail) {
      const name = deploymentOf(settings);
      const tag = { key: DEPLOYMENT_TAG, value: name };
      new CostBudget(this, 'CostBudget', { name, limit: monthlyBudget, email: alarmEmail, tag });
    }
  }
}
