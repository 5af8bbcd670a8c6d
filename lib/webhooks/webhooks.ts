import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { EVENT_SOURCE, JOB_EVENTS } from '../../layers/contract/index.ts';
import { ServiceFunction } from '../function/index.ts';
import { type JobEvents, WorkQueue } from '../pipeline/index.ts';
import { outboundOf, type Settings } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';

export interface WebhooksProps {
  /** Folder with the bundles of all functions. */
  bundles: string;
  storage: Storage;
  events: JobEvents;
  settings: Settings;
}

/** Messages that one invocation takes: they are worked off side by side, and wait for the slowest. */
const BATCH_SIZE = 10;

/** Of the invocations at once, the share that one account's deliveries may hold: one whose receivers never answer leaves the rest to the others. */
const ACCOUNT_SHARE = 0.4;

/** A message is taken so often before it is set aside: an outage of a table or of KMS may last for hours. */
const MAX_RECEIVE_COUNT = 50;

/** Webhooks: delivers the events of the bus to the addresses that jobs name. */
export class Webhooks extends Construct {
  readonly queue: WorkQueue;
  readonly webhook: ServiceFunction;

  constructor(scope: Construct, id: string, { bundles, storage, events, settings }: WebhooksProps) {
    super(scope, id);
    this.webhook = new ServiceFunction(this, 'webhook', {
      bundles,
      description: 'Sends webhooks',
      memory: 256,
      timeout: Duration.seconds(30),
    });
    this.queue = new WorkQueue(this, 'Queue', {
      variable: 'WEBHOOKS_QUEUE_URL',
      consumer: this.webhook,
      batchSize: BATCH_SIZE,
      maxConcurrency: settings.webhookConcurrency,
      maxReceiveCount: MAX_RECEIVE_COUNT,
    });
    new Rule(this, 'Rule', {
      description: 'Events of jobs that have webhooks',
      eventBus: events.bus,
      eventPattern: { source: [EVENT_SOURCE], detailType: [...JOB_EVENTS], detail: { webhook: [true] } },
      targets: [new SqsQueue(this.queue.queue, { deadLetterQueue: this.queue.deadLetters })],
    });
    storage.jobs.bind(this.webhook, ['GetItem', 'UpdateItem']);
    storage.webhooks.bind(this.webhook, ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);
    storage.webhookKey.bind(this.webhook);
    this.queue.bind(this.webhook);
    this.webhook.set({
      OUTBOUND: outboundOf(settings),
      SLOTS: String(Math.ceil(ACCOUNT_SHARE * settings.webhookConcurrency)),
    });
  }
}
