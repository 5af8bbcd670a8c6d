import type { TableDefinition } from 'local-aws/dynamodb';

export const JOBS: TableDefinition = {
  TableName: 'jobs',
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'account', AttributeType: 'S' },
    { AttributeName: 'created_at', AttributeType: 'S' },
    { AttributeName: 'work_list', AttributeType: 'S' },
    { AttributeName: 'list_position', AttributeType: 'S' },
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
      IndexName: 'by-work-list',
      KeySchema: [
        { AttributeName: 'work_list', KeyType: 'HASH' },
        { AttributeName: 'list_position', KeyType: 'RANGE' },
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
