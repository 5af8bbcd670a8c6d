import type { TableDefinition } from '../../src/dynamodb/index.ts';

export const JOBS: TableDefinition = {
  TableName: 'jobs',
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'account', AttributeType: 'S' },
    { AttributeName: 'created_at', AttributeType: 'S' },
    { AttributeName: 'parked', AttributeType: 'S' },
    { AttributeName: 'start_tag', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-account',
      KeySchema: [
        { AttributeName: 'account', KeyType: 'HASH' },
        { AttributeName: 'created_at', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
    {
      IndexName: 'parked',
      KeySchema: [
        { AttributeName: 'parked', KeyType: 'HASH' },
        { AttributeName: 'start_tag', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
};
export const TOKENS: TableDefinition = {
  TableName: 'tokens',
  KeySchema: [{ AttributeName: 'hash', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'hash', AttributeType: 'S' }],
};

/** Large enough that, if the jobs were not written in a single batch, the process would be killed between two of them. */
export const JOBS_PER_WRITE = 60;
