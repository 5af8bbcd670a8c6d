import type { TableDefinition } from 'local-aws/dynamodb';
import { type LedgerRow, readRows } from '#billing';

/** Definition of the ledger table. Must match the storage stack. */
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

/** Lists the ledger rows for several days, oldest first. @param from first day, for example `2026-11-21` */
export async function listRows(table: string, from: string, to: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for await (const row of readRows(table, from, to)) rows.push(row);
  return rows.sort((a, b) => (a.at < b.at ? -1 : 1));
}
