/** Child process that writes jobs and their counter in one transaction, over and over, until it is killed. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { startDynamoDb } from '../../src/dynamodb/index.ts';
import { clientOf, PLACE, startTestGateway } from '../../src/testing.ts';
import { JOBS, JOBS_PER_WRITE, TOKENS } from './tables.ts';

const db = await startDynamoDb({ dir: process.argv[2]!, place: PLACE, tables: [JOBS, TOKENS] });
const gateway = await startTestGateway([db.service]);
const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOf(gateway)));

const counter = {
  TableName: 'tokens',
  Key: { hash: 'count' },
  UpdateExpression: 'ADD n :one',
  ExpressionAttributeValues: { ':one': 1 },
};

for (let n = 0; ; n++) {
  const TransactItems = Array.from({ length: JOBS_PER_WRITE }, (_, index) => {
    const id = `${process.pid}-${n}-${index}`;
    return { Put: { TableName: 'jobs', Item: { id, account: 'a', created_at: id, parked: 'yes', start_tag: id } } };
  });
  await client.send(new TransactWriteCommand({ TransactItems: [...TransactItems, { Update: counter }] }));
  process.stdout.write(`${n}\n`);
}
