import { Duration } from 'aws-cdk-lib';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

/** Number of receives before a message becomes a dead letter. */
const MAX_RECEIVE_COUNT = 5;

/** Maximum retention in SQS. */
const RETENTION = Duration.days(14);

/** Ratio of the visibility timeout to the function timeout, as recommended by AWS. It covers Lambda's retries of a throttled batch. */
const VISIBILITY_PER_TIMEOUT = 6;

/** A dead-letter queue for messages, events, and invocations that failed permanently. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: RETENTION });
  }
}

export interface WorkQueueProps {
  /** Environment variable for the queue URL. */
  variable: string;
  consumer: ServiceFunction;
  /** Maximum number of messages per invocation. */
  batchSize: number;
  /** Maximum number of concurrent invocations. SQS requires at least 2. */
  maxConcurrency?: number;
  /** Number of receives before a message becomes a dead letter; defaults to 5. */
  maxReceiveCount?: number;
}

/** A queue with its consumer and dead-letter queue. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: DeadLetters;
  readonly consumer: ServiceFunction;
  readonly #variable: string;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { variable, consumer, batchSize, maxConcurrency, maxReceiveCount = MAX_RECEIVE_COUNT } = props;
    this.#variable = variable;
    this.consumer = consumer;
    this.deadLetters = new DeadLetters(this, 'DeadLetters');
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: RETENTION,
      visibilityTimeout: Duration.seconds(VISIBILITY_PER_TIMEOUT * consumer.timeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
    consumer.lambda.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize,
        reportBatchItemFailures: true,
        ...(maxConcurrency && { maxConcurrency }),
      }),
    );
  }

  /** Allows a function to send to the queue. */
  bind(sender: ServiceFunction): void {
    sender.set({ [this.#variable]: this.queue.queueUrl });
    sender.allow(['sqs:SendMessage'], [this.queue.queueArn]);
    // Lambda would stop it after about 16 messages in a row (docs/decisions/0061-recursive-functions.md).
    if (sender === this.consumer) (sender.lambda.node.defaultChild as CfnFunction).recursiveLoop = 'Allow';
  }
}
