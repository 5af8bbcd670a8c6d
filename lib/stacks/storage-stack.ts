import { type Environment, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/index.ts';
import { Storage } from '../storage/index.ts';

export interface StorageStackProps {
  settings: Settings;
  /** Target; the account defaults to the credentials' account. */
  env: Environment;
}

/** The stateful stack, which outlives the service's deployments: tables, bucket, and keys. */
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
