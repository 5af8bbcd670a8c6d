import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Api } from '../api/index.ts';
import { ServiceFunction } from '../function/index.ts';
import { ScheduledFunction } from '../pipeline/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';

export interface CanaryProps {
  /** Folder containing every function's bundle. */
  bundles: string;
  storage: Storage;
  api: Api;
  settings: Settings;
}

/** Longer than a check can take: the wait for the job, plus four requests that time out. */
const TIMEOUT = Duration.seconds(150);

/** Submits a short test job through the API at a fixed rate, and checks the result. */
export class Canary extends Construct {
  readonly canary: ServiceFunction;
  readonly schedule: ScheduledFunction;

  constructor(scope: Construct, id: string, { bundles, storage, api, settings }: CanaryProps) {
    super(scope, id);
    this.canary = new ServiceFunction(this, 'canary', {
      bundles,
      description: 'Runs a test job and checks its file',
      memory: 256,
      timeout: TIMEOUT,
    });
    storage.tokens.bind(this.canary, ['PutItem']);
    storage.webhookKey.bind(this.canary);
    this.canary.set({ API_URL: api.api.url, IDENTIFIERS: JSON.stringify(settings.identifiers) });
    this.schedule = new ScheduledFunction(this, 'Schedule', {
      runs: this.canary,
      every: Duration.minutes(settings.canaryMinutes),
      description: 'Starts a test job',
    });
  }
}
