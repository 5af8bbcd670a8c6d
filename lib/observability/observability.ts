import { Construct } from 'constructs';
import type { Api } from '../api/index.ts';
import type { Pipeline } from '../pipeline/index.ts';
import type { Settings } from '../settings.ts';
import type { Webhooks } from '../webhooks/index.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { Alarms } from './alarms.ts';
import { drawDashboard } from './dashboard.ts';

export interface ObservabilityProps {
  api: Api;
  pipeline: Pipeline;
  webhooks: Webhooks;
  settings: Settings;
}

/** What tells people how the service does. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, { api, pipeline, webhooks, settings }: ObservabilityProps) {
    super(scope, id);
    const { stage, alarmEmail } = settings;
    const told = alarmEmail ? { topic: new AlarmTopic(this, 'AlarmTopic', { email: alarmEmail }).topic } : {};
    const alarms = new Alarms(this, 'Alarms', { api, pipeline, webhooks, ...told });
    drawDashboard(this, { name: `avatar-${stage}`, api, pipeline, alarms });
  }
}
