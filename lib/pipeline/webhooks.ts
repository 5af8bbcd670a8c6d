import { EVENT_SOURCE, JOB_EVENTS } from '@talking-avatar/contract';
import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ServiceFunction } from '../function/index.ts';
import { outboundOf, type Settings } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';
import { type JobEvents, WorkQueue } from './index.ts';

export interface WebhooksProps {
  /** Folder containing every function's bundle. */
  bundles: string;
  storage: Storage;
  events: JobEvents;
  settings: Settings;
}

/** Number of messages per invocation. They are sent in parallel, so an invocation takes as long as the slowest one. */
const BATCH_SIZE = 10;

/**
 * Maximum share of concurrent invocations that deliveries from one account may use, so that its hanging receivers do not block other
 * accounts.
 */
const ACCOUNT_SHARE = 0.4;

/** Number of receives before a message becomes a dead letter. An outage of a table or KMS may last hours. */
const MAX_RECEIVE_COUNT = 50;

/** Delivers events from the event bus to the webhooks of jobs. */
export class Webhooks extends Construct {
  readonly queue: WorkQueue;
  readonly webhook: ServiceFunction;

  constructor(scope: Construct, id: string, { bundles, storage, events, settings }: WebhooksProps) {
    super(scope, id);
    this.webhook = new ServiceFunction(this, 'deliver', {
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
