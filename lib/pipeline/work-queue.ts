import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

/** Receives of a message before it becomes a dead letter. */
const MAX_RECEIVE_COUNT = 5;

/** SQS's maximum. */
const RETENTION = Duration.days(14);

/** Visibility timeout per function timeout, as AWS recommends: enough for Lambda's retries of a throttled batch. */
const VISIBILITY_PER_TIMEOUT = 6;

/** A dead-letter queue for messages, events and invocations that failed permanently. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: RETENTION });
  }
}

export interface WorkQueueProps {
  /** Environment variable with the queue's URL. */
  variable: string;
  consumer: ServiceFunction;
  /** Messages of one invocation. */
  batchSize: number;
  /** Concurrent invocations; SQS requires at least 2. */
  maxConcurrency?: number;
  /** Receives of a message before it becomes a dead letter; 5 by default. */
  maxReceiveCount?: number;
}

/** A queue with its consumer and dead-letter queue. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: DeadLetters;
  readonly #variable: string;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    const { variable, consumer, batchSize, maxConcurrency, maxReceiveCount = MAX_RECEIVE_COUNT } = props;
    this.#variable = variable;
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

  /** Lets a function send to the queue. */
  bind(sender: ServiceFunction): void {
    sender.set({ [this.#variable]: this.queue.queueUrl });
    sender.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}
