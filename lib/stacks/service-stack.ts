import { CfnOutput, type Environment, Fn, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { Api } from '../api/index.ts';
import { Accounting, connectLedger } from '../billing/index.ts';
import type { Bundles } from '../bundle/index.ts';
import { ServiceLayers } from '../function/index.ts';
import { Canary } from '../observability/canary.ts';
import { Observability } from '../observability/index.ts';
import { Pipeline } from '../pipeline/index.ts';
import { Webhooks } from '../pipeline/webhooks.ts';
import type { Settings } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';

export interface ServiceStackProps {
  bundles: Bundles;
  settings: Settings;
  storage: Storage;
  /** Target of the deployment; the account defaults to the one that the credentials belong to. */
  env: Environment;
}

/** Number of availability zones that every account has in every region: us-west-1 only has two (EC2 user guide, "Regions and Zones"). */
const ZONES = 2;

/**
 * The stateless stack: API, pipeline, and monitoring. Deleting a stage only leaves behind metrics, inactive task definitions, and the
 * bundles and images in the bootstrap stack (`cdk gc` removes those).
 */
export class ServiceStack extends Stack {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, { bundles, settings, storage, env }: ServiceStackProps) {
    super(scope, id, {
      description: 'Avatar service: API and pipeline',
      // Deleting the stack ends all running jobs, and the next deployment would have a different URL.
      terminationProtection: settings.protect,
      env,
    });
    const layers = new ServiceLayers(this, 'Layers', bundles);
    const pipeline = new Pipeline(this, 'Pipeline', {
      bundles: bundles.functions,
      renderer: bundles.renderer,
      speaker: bundles.speaker,
      layers,
      storage,
      settings,
    });
    const voices = bundles.speaker?.voices ?? [];
    const webhooks = new Webhooks(this, 'Webhooks', {
      bundles: bundles.functions,
      storage,
      events: pipeline.events,
      settings,
    });
    const api = new Api(this, 'Api', {
      bundles: bundles.functions,
      voices,
      storage,
      pipeline,
      webhooksQueue: webhooks.queue,
      settings,
    });
    this.api = api.api;
    const accounting = new Accounting(this, 'Accounting', { bundles: bundles.functions, storage, settings });
    const canary =
      settings.canaryMinutes > 0 ? new Canary(this, 'Canary', { bundles: bundles.functions, storage, api, settings }) : undefined;
    connectLedger(this, { storage, pipeline, settings });
    new Observability(this, 'Observability', { api, pipeline, webhooks, accounting, storage, canary, settings });
    this.#addOutputs({
      ApiUrl: api.url,
      JobsTable: storage.jobs.table.tableName,
      TokensTable: storage.tokens.table.tableName,
      WebhooksTable: storage.webhooks.table.tableName,
      WebhooksKey: storage.webhookKey.key.keyArn,
      WebhooksQueue: webhooks.queue.queue.queueUrl,
      AccountsTable: storage.accounts.table.tableName,
      AvatarsTable: storage.avatars.table.tableName,
      LedgerTable: storage.ledger.table.tableName,
      Bucket: storage.objects.bucket.bucketName,
      CapacityTable: storage.capacity.table.tableName,
      EventBus: pipeline.events.bus.eventBusName,
      StateMachine: pipeline.machine.machine.stateMachineArn,
      ...(canary && { CanaryFunction: canary.canary.lambda.functionName }),
    });
  }

  /** Zones are selected by CloudFormation during deployment, because a lookup by the CDK would require credentials. */
  override get availabilityZones(): string[] {
    return Array.from({ length: ZONES }, (_, index) => Fn.select(index, Fn.getAzs()));
  }

  /** Adds outputs for the operator commands. */
  #addOutputs(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
