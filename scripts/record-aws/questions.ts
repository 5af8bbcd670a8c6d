import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient, GetItemCommand, PutItemCommand, TransactWriteItemsCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { DescribeExecutionCommand, GetExecutionHistoryCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Outputs } from './template.ts';

export interface Place {
  readonly region: string;
  readonly outputs: Outputs;
}

interface Question {
  /** Name of the scenario. */
  readonly name: string;
  readonly asks: string;
  /** Asks AWS. @returns the answers by name */
  readonly ask: (place: Place) => Promise<Record<string, unknown>>;
}

/** Describes an error in the format used in the public recordings. */
function describeError(error: unknown): object {
  const { name, message, $metadata } = error as { name: string; message: string; $metadata?: { httpStatusCode?: number } };
  return { Error: { Code: name, Message: message }, ResponseMetadata: { HTTPStatusCode: $metadata?.httpStatusCode } };
}

/** Runs an execution until it ends. @returns its history */
async function runMachine(place: Place, stateMachineArn: string, input: object): Promise<object> {
  const client = new SFNClient({ region: place.region });
  const { executionArn } = await client.send(new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input) }));
  for (;;) {
    const { status } = await client.send(new DescribeExecutionCommand({ executionArn }));
    if (status !== 'RUNNING') break;
    await pause(1000);
  }
  const { events } = await client.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
  return { events };
}

/** How long Lambda may take to detect a loop, in ms. The hops are one or two seconds apart. */
const LOOP_TIME = 5 * 60_000;

async function askLoop({ region, outputs }: Place) {
  const queue = { QueueUrl: outputs.LoopQueue };
  await new SQSClient({ region }).send(new SendMessageCommand({ ...queue, MessageBody: 'again' }));
  await pause(LOOP_TIME);
  const item = await new DynamoDBClient({ region }).send(new GetItemCommand({ TableName: outputs.Table, Key: { id: { S: 'loop' } } }));
  await new SQSClient({ region }).send(new PurgeQueueCommand(queue));
  return { 'hops-after-five-minutes': item.Item?.hops ?? null };
}

async function askConflict({ region, outputs: { Table: TableName } }: Place) {
  const client = new DynamoDBClient({ region, maxAttempts: 1 });
  const Key = { id: { S: 'conflict' } };
  await client.send(new PutItemCommand({ TableName, Item: Key }));
  const add = { TableName, Key, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': { N: '1' } } };
  const errors = new Map<string, object>();
  const note = (error: unknown) => void errors.set((error as Error).name, describeError(error));
  for (let round = 0; round < 20 && !errors.has('TransactionConflictException'); round += 1) {
    const transactions = Array.from({ length: 10 }, () =>
      client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: add }] })).catch(note),
    );
    const writes = Array.from({ length: 50 }, () => client.send(new UpdateItemCommand(add)).catch(note));
    await Promise.all([...transactions, ...writes]);
  }
  return {
    'single-write': errors.get('TransactionConflictException') ?? null,
    transaction: errors.get('TransactionCanceledException') ?? null,
  };
}

/** Returns the parts of an HTTP response that clients look at. */
async function fetchFrom({ region, outputs }: Place, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`https://${outputs.Api}.execute-api.${region}.amazonaws.com/stage${path}`, { headers });
  const text = await response.text();
  return { status: response.status, errorType: response.headers.get('x-amzn-errortype'), body: text };
}

async function askApi(place: Place) {
  const event = await fetchFrom(place, '/items/a%20b%2Fc%2Bd');
  const { path, pathParameters } = JSON.parse(event.body) as { path: string; pathParameters: object };
  return {
    'path-parameter': { path, pathParameters },
    'unknown-path': await fetchFrom(place, '/nothing'),
    'unknown-path-with-bearer': await fetchFrom(place, '/nothing', { Authorization: 'Bearer token' }),
  };
}

/** Questions that are not answered by any public recording. */
export const QUESTIONS: readonly Question[] = [
  { name: 'recursive_loop', asks: 'After how many hops does Lambda stop a message that returns to its function?', ask: askLoop },
  { name: 'transaction_conflict', asks: 'What does a single write get while a transaction is on its item?', ask: askConflict },
  {
    name: 'heartbeat_catch',
    asks: 'Under which name is a missing heartbeat caught?',
    ask: async (place) => ({
      get_execution_history: await runMachine(place, place.outputs.Heartbeat, { queue: place.outputs.Queue }),
    }),
  },
  {
    name: 'refused_submission',
    asks: 'Which event and error has a task with a token whose submission is refused?',
    ask: async (place) => ({
      get_execution_history: await runMachine(place, place.outputs.Heartbeat, { queue: `${place.outputs.Queue}-gone` }),
    }),
  },
  {
    name: 'throttled_function',
    asks: 'How does a throttled function fail a task?',
    ask: async (place) => ({
      get_execution_history: await runMachine(place, place.outputs.Throttled, { function: place.outputs.Refused }),
    }),
  },
  {
    name: 'choice_missing_variable',
    asks: 'How does a Choice fail whose variable is missing?',
    ask: async (place) => ({ get_execution_history: await runMachine(place, place.outputs.Choice, {}) }),
  },
  {
    name: 'api_paths',
    asks: 'Are path parameters decoded, and which gateway response does an unknown path get with a bearer token?',
    ask: askApi,
  },
];
