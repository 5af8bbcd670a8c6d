import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as events from '@aws-sdk/client-eventbridge';
import * as kms from '@aws-sdk/client-kms';
import * as secrets from '@aws-sdk/client-secrets-manager';
import * as sqs from '@aws-sdk/client-sqs';
import { startDynamoDb } from '../../src/dynamodb/index.ts';
import { startEventBridge } from '../../src/eventbridge/index.ts';
import type { LocalService } from '../../src/gateway/index.ts';
import { createKmsService } from '../../src/kms/index.ts';
import { createSecretsManagerService } from '../../src/secretsmanager/index.ts';
import { startSqs } from '../../src/sqs/index.ts';
import { clientOf, makeDirectory, PLACE, removeDirectory, startTestGateway } from '../../src/testing.ts';
import { CALLS, type CallScenario, type Service } from './calls-scenarios.ts';
import { type Bindings, compare } from './compare.ts';
import { readRecordings } from './recordings.ts';
import type { Result } from './report.ts';

type Json = Record<string, unknown>;
interface Client {
  send(command: never): Promise<unknown>;
  destroy(): void;
}

const SDKS = { sqs, dynamodb, events, kms, secretsmanager: secrets } as unknown as Record<
  Service,
  Record<string, new (input: object) => never>
>;
const CLIENTS: Record<Service, string> = {
  sqs: 'SQSClient',
  dynamodb: 'DynamoDBClient',
  events: 'EventBridgeClient',
  kms: 'KMSClient',
  secretsmanager: 'SecretsManagerClient',
};

const ACCOUNT = `arn:aws:kms:${PLACE.region}:${PLACE.account}`;
const KEY = '11111111-2222-3333-4444-555555555555';

/** Starts the services, and creates the queues, tables, and keys for the scenarios. */
async function startServices(dir: string): Promise<{ services: LocalService[]; stop(): Promise<void> }> {
  const queue = { visibilityTimeout: 30, delay: 0, retention: 345_600, receiveWait: 0, maxMessageBytes: 1_048_576 };
  const queues = CALLS.flatMap(({ queue: own }, index) => [{ ...queue, name: `queue-${index}`, ...own }]);
  const tables = CALLS.flatMap(({ keys }, index) =>
    (keys ?? []).length > 0
      ? [
          {
            TableName: `table-${index}`,
            KeySchema: keys!.map((AttributeName, at) => ({ AttributeName, KeyType: at === 0 ? 'HASH' : 'RANGE' })),
            AttributeDefinitions: keys!.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
          },
        ]
      : [],
  );
  const file = join(dir, 'secrets.json');
  writeFileSync(file, JSON.stringify({ known: { key: 'value' } }));
  const queueing = await startSqs({ dir: join(dir, 'sqs'), place: PLACE, queues });
  const database = await startDynamoDb({ dir: join(dir, 'dynamodb'), place: PLACE, tables });
  const find = () => {
    throw new Error('No rule has a target');
  };
  const bus = await startEventBridge({ dir: join(dir, 'events'), place: PLACE, buses: ['custom'], rules: [], find });
  return {
    services: [
      queueing.service,
      database.service,
      bus.service,
      createKmsService({ dir: join(dir, 'kms'), keys: [{ name: KEY, arn: `${ACCOUNT}:key/${KEY}` }] }),
      createSecretsManagerService({ file, place: PLACE }),
    ],
    async stop() {
      await bus.stop();
      await queueing.stop();
      await database.stop();
    },
  };
}

/** Returns a response without the parts that the recorder also leaves out. */
const answerOf = ({ $metadata, ...output }: Json & { $metadata?: { httpStatusCode?: number } }): Json => ({
  ...output,
  ResponseMetadata: { HTTPStatusCode: $metadata?.httpStatusCode },
});

/** Returns an error in the format of the recorder. Some services repeat the error message, and add codes from an older protocol. */
function errorOf(error: Json & { $metadata?: { httpStatusCode?: number } }): Json {
  const { name, message, Message = message, $metadata, Item } = error;
  return {
    Error: { Code: name, Message },
    ...(Item !== undefined && { Item }),
    ResponseMetadata: { HTTPStatusCode: $metadata?.httpStatusCode },
  };
}

/** Returns the part of a recorded value that can be compared. */
function recordedOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { ResponseMetadata, Error: error, message: _, Message: __, ...rest } = value as Json & { ResponseMetadata?: Json; Error?: Json };
  const { Type: ___, QueryErrorCode: ____, ...kept } = error ?? {};
  return {
    ...(error ? Object.fromEntries(Object.entries(rest).filter(([key]) => key === 'Item')) : rest),
    ...(error && { Error: kept }),
    ...(ResponseMetadata && { ResponseMetadata: { HTTPStatusCode: ResponseMetadata.HTTPStatusCode } }),
  };
}

/** Converts a value to JSON. Bytes are written as Python prints them, because the recorder was written in Python. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return 'datetime';
  if (value instanceof Uint8Array) {
    const text = Buffer.from(value).toString('latin1');
    return `b'${text.replace(/[^\x20-\x7e]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

const NOT_LOCAL = /not available locally|does not know the operation/;

/** Replays one scenario. Each step is a call, and its response may have been recorded under a name. */
async function replay(
  scenario: CallScenario,
  index: number,
  content: Json,
  client: Client,
): Promise<Pick<Result, 'differences' | 'refused'>> {
  const bindings: Bindings = new Map();
  const seen: Json[] = [];
  const differences: Result['differences'][number][] = [];
  const names = { queue: `http://localhost/${PLACE.account}/queue-${index}`, table: `table-${index}`, key: KEY };
  for (const { name, call, input, part } of scenario.steps) {
    const given = typeof input === 'function' ? input(names, seen) : input;
    const Command = SDKS[scenario.service][`${call}Command`]!;
    let answer: Json;
    try {
      const output = (await client.send(new Command(scenario.service === 'sqs' ? { QueueUrl: names.queue, ...given } : given))) as Json;
      seen.push(output);
      answer = answerOf(output);
    } catch (error) {
      if (NOT_LOCAL.test((error as Error).message)) return { differences: [], refused: (error as Error).message };
      answer = errorOf(error as Json);
      seen.push(answer);
    }
    if (name !== undefined) {
      differences.push(...compare(recordedOf(content[name]), plain(part ? part(answer) : answer), bindings, name));
    }
    if (scenario.pause) await pause(scenario.pause);
  }
  return { differences };
}

/** Replays the SDK calls that were recorded. */
export async function replayCalls(): Promise<Result[]> {
  const dir = makeDirectory();
  const { services, stop } = await startServices(dir);
  const gateway = await startTestGateway(services);
  const clients = Object.fromEntries(
    Object.entries(CLIENTS).map(([service, name]) => [service, new SDKS[service as Service][name]!(clientOf(gateway)) as Client]),
  ) as Record<Service, Client>;
  const recordings = new Map(
    [...new Set(CALLS.map(({ file }) => file))].map((file) => [file, new Map(readRecordings(file).map((it) => [it.name, it]))]),
  );
  const results = await Promise.all(
    CALLS.map(async (scenario, index): Promise<Result> => {
      const recording = recordings.get(scenario.file)?.get(scenario.name);
      if (!recording) throw new Error(`${scenario.file} has no scenario ${scenario.name}`);
      const result = await replay(scenario, index, recording.content, clients[scenario.service]);
      return { service: scenario.service, scenario: scenario.name, date: recording.date, ...result };
    }),
  );
  for (const client of Object.values(clients)) client.destroy();
  await gateway.stop();
  await stop();
  removeDirectory(dir);
  return results;
}
