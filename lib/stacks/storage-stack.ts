import { type Environment, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/index.ts';
import { Storage } from '../storage/index.ts';

export interface StorageStackProps {
  settings: Settings;
  /** Target of the deployment; the account defaults to the one that the credentials belong to. */
  env: Environment;
}

/** The stateful stack, which outlives deployments of the service: the tables, the bucket, and the keys. */
export class StorageStack extends Stack {
  readonly storage: Storage;

  constructor(scope: Construct, id: string, { settings, env }: StorageStackProps) {
    super(scope, id, {
      description: 'Avatar service: jobs, tokens and their objects',
      terminationProtection: settings.protect,
      env,
    });
    this.storage = new Storage(this, 'Storage', settings);
  }
}
