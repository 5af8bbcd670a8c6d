import { join } from 'node:path';
import { startDynamoDb, type TableDefinition } from 'local-aws/dynamodb';
import { startEventBridge } from 'local-aws/eventbridge';
import { startS3 } from 'local-aws/s3';
import { type Queue, type QueueDefinition, startSqs, toQueueUrl } from 'local-aws/sqs';
import { startStepFunctions } from 'local-aws/stepfunctions';
import { makeDirectory, PLACE, removeDirectory, setCredentials, startTestGateway } from 'local-aws/testing';
import { afterAll, beforeAll } from 'vitest';
import type { FinalizationResources } from '#jobs';
import type { AcceptanceTables } from '../../layers/jobs/accept.ts';
import { LEDGER } from '../billing/ledger-table.ts';
import { JOBS, TOKENS } from './tables.ts';

const table = (TableName: string, key: string): TableDefinition => ({
  TableName,
  KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
});

const indexes = (JOBS.GlobalSecondaryIndexes ?? []).map((index) => ({
  ...index,
  Projection: { ProjectionType: 'ALL' },
}));
const TABLES = [
  { ...JOBS, GlobalSecondaryIndexes: indexes } as TableDefinition,
  TOKENS,
  table('idempotency', 'key'),
  table('capacity', 'name'),
  table('accounts', 'name'),
  table('webhooks', 'name'),
  LEDGER,
];

const QUEUE: QueueDefinition = {
  name: 'jobs',
  visibilityTimeout: 60,
  delay: 0,
  retention: 3600,
  receiveWait: 0,
  maxMessageBytes: 262_144,
};

const BUS = 'jobs';
const BUCKET = 'objects';

export interface Embedded {
  resources: FinalizationResources;
  tables: AcceptanceTables;
  /** Types of the events that were published. */
  events: string[];
  /** Receives the IDs of the jobs that were sent to the jobs queue. */
  takeSent(): Promise<string[]>;
}

/** Creates the tables, the queue, the bus, and the bucket for one test file. The SDK clients in this process connect to them. */
export function useEmbedded(size: number): Embedded {
  const dir = makeDirectory();
  const events: string[] = [];
  let queue: Queue | undefined;
  let stop = async () => {};
  const resources: FinalizationResources = {
    jobs: 'jobs',
    tokens: 'tokens',
    capacity: { table: 'capacity', size },
    jobsQueue: '',
    bus: BUS,
    bucket: BUCKET,
  };

  beforeAll(async () => {
    const db = await startDynamoDb({ dir: join(dir, 'db'), place: PLACE, tables: TABLES });
    const sqs = await startSqs({ dir: join(dir, 'sqs'), place: PLACE, queues: [QUEUE] });
    const bridge = await startEventBridge({
      dir: join(dir, 'events'),
      place: PLACE,
      buses: [BUS],
      rules: [
        {
          Name: 'all',
          EventBusName: BUS,
          EventPattern: { source: ['avatar.jobs'] },
          Targets: [{ Id: 'seen', Arn: 'seen' }],
        },
      ],
      find: () => ({ kind: 'function', invoke: async (event) => events.push(event['detail-type']) }),
    });
    const unavailable = () => Promise.reject(new Error('There is no function'));
    const states = startStepFunctions({
      dir: join(dir, 'states'),
      machines: [],
      servicesOf: () => ({ invoke: unavailable, runTask: unavailable }),
      publish: () => '',
    });
    const s3 = await startS3({ dir: join(dir, 's3'), buckets: [{ name: BUCKET, expirations: [] }], onFault: () => {} });
    const gateway = await startTestGateway([db.service, sqs.service, bridge.service, states.service, s3.service]);
    queue = sqs.queue(QUEUE.name);
    resources.jobsQueue = toQueueUrl(gateway.url, PLACE, QUEUE.name);
    setCredentials(gateway);
    stop = async () => {
      await gateway.stop();
      await Promise.all([db.stop(), sqs.stop(), bridge.stop(), states.stop(), s3.stop()]);
    };
  });
  afterAll(async () => {
    await stop();
    removeDirectory(dir);
  });

  return {
    resources,
    tables: { jobs: 'jobs', tokens: 'tokens', idempotency: 'idempotency' },
    events,
    takeSent: async () => {
      const messages = (await queue?.receive({ limit: 10 })) ?? [];
      for (const { receipt } of messages) queue?.remove(receipt);
      return messages.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    },
  };
}
