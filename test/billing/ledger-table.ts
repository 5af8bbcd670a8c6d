import type { TableDefinition } from 'local-aws/dynamodb';

/** The ledger's table as the storage makes it. */
export const LEDGER: TableDefinition = {
  TableName: 'ledger',
  KeySchema: [
    { AttributeName: 'part', KeyType: 'HASH' },
    { AttributeName: 'id', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['part', 'id', 'job', 'at'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-job',
      KeySchema: [
        { AttributeName: 'job', KeyType: 'HASH' },
        { AttributeName: 'at', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};
