import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { isProduction, type Settings } from '../settings.ts';
import { Storage } from '../storage/index.ts';

/** What must outlive every deployment of the service: tables and bucket. */
export class StorageStack extends Stack {
  readonly storage: Storage;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      description: 'Avatar service: jobs, tokens and their objects',
      terminationProtection: isProduction(settings),
    });
    this.storage = new Storage(this, 'Storage', settings);
  }
}
