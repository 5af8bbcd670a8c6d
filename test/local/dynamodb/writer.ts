/** Child process: writes a job and its counter in one transaction, again and again, until it is killed. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { startDynamoDb } from '../../../lib/local/dynamodb/index.ts';
import { clientOf, openGate, PLACE } from '../gateway/harness.ts';
import { JOBS, TOKENS } from './tables.ts';

const db = await startDynamoDb({ dir: process.argv[2]!, place: PLACE, tables: [JOBS, TOKENS] });
const gateway = await openGate([db.service]);
const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOf(gateway)));

async function writeForever(lane: number): Promise<never> {
  for (let n = 0; ; n++) {
    const Item = { id: `${lane}-${n}`, account: 'a', created_at: String(n), waiting: 'yes', ticket: `${lane}-${n}` };
    const counter = {
      TableName: 'tokens',
      Key: { hash: 'count' },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
    };
    const TransactItems = [{ Put: { TableName: 'jobs', Item } }, { Update: counter }];
    await client.send(new TransactWriteCommand({ TransactItems }));
    process.stdout.write('.');
  }
}

await Promise.all([0, 1, 2, 3].map(writeForever));
