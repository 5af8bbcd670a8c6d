import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../function/index.ts';

/** A message is taken this often before it is set aside. */
const MAX_RECEIVE_COUNT = 5;

/** The longest that SQS keeps a message. */
const RETENTION = Duration.days(14);

/** AWS's advice: enough for Lambda's own retries of a throttled batch before the message shows again. */
const VISIBILITY_PER_TIMEOUT = 6;

/** Where messages, events and invocations that could not be worked off wait for a person. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: RETENTION });
  }
}

export interface WorkQueueProps {
  /** Environment variable with the queue's URL. */
  variable: string;
  consumer: ServiceFunction;
  /** Messages handed over at once. */
  batchSize: number;
  /** Invocations at once; at least 2, SQS's own least. */
  maxConcurrency?: number;
  /** How often a message is taken before it is set aside; 5 where it is not said. */
  maxReceiveCount?: number;
}

/** A queue with the one function that works it off, and with a place for what it cannot. */
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
