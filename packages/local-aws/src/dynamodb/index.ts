/** Embedded DynamoDB. */
export { type DynamoDb, type DynamoDbOptions, startDynamoDb } from './dynamodb.ts';
export type { TableDefinition } from './tables.ts';
