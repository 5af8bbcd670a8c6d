import { Stack } from 'aws-cdk-lib';
import { CfnNamedQuery } from 'aws-cdk-lib/aws-athena';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { FOCUS_COLUMNS } from '#billing';

/** First day for which Athena looks for exports. The service did not exist before then. */
const FIRST_DAY = '2026-01-01';

/**
 * Exports follow RFC 4180: quotes in values are doubled, and a backslash is an ordinary character. The default escape character of
 * OpenCSVSerde is the backslash, which it would drop, and a value would end at any quote after one. Setting it to `"` also selects the
 * default (Hive, OpenCSVSerde.newReader). So it is set to a character that no value contains: JSON escapes control characters, and names do
 * not allow them.
 */
const ESCAPE = '\u0001';

/**
 * Defines a Glue table, partitioned by day, for querying exports in Athena. Partition projection makes a crawler unnecessary. All columns
 * are strings. Use `CAST(… AS decimal(30, 12))` to preserve the twelve decimal places of amounts.
 */
export function defineFocusTable(scope: Construct, { stage, bucket }: { stage: string; bucket: Bucket }): CfnTable {
  const catalogId = Stack.of(scope).account;
  const name = `avatar_${stage.replaceAll('-', '_')}`;
  const location = `s3://${bucket.bucketName}/focus/`;
  const database = new CfnDatabase(scope, 'Database', {
    catalogId,
    databaseInput: { name, description: 'Costs of the avatar service' },
  });
  const table = new CfnTable(scope, 'FocusTable', {
    catalogId,
    databaseName: name,
    tableInput: {
      name: 'focus',
      description: 'The ledger by invocation and resource, FOCUS 1.2',
      tableType: 'EXTERNAL_TABLE',
      partitionKeys: [{ name: 'day', type: 'date' }],
      parameters: {
        classification: 'csv',
        'skip.header.line.count': '1',
        'projection.enabled': 'true',
        'projection.day.type': 'date',
        'projection.day.format': 'yyyy-MM-dd',
        'projection.day.range': `${FIRST_DAY},NOW`,
        'storage.location.template': `${location}day=\${day}/`,
      },
      storageDescriptor: {
        location,
        columns: FOCUS_COLUMNS.map((column) => ({ name: column.toLowerCase(), type: 'string' })),
        inputFormat: 'org.apache.hadoop.mapred.TextInputFormat',
        outputFormat: 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat',
        serdeInfo: {
          serializationLibrary: 'org.apache.hadoop.hive.serde2.OpenCSVSerde',
          parameters: { separatorChar: ',', quoteChar: '"', escapeChar: ESCAPE },
        },
      },
    },
  });
  table.addResourceDependency(database);
  const query = new CfnNamedQuery(scope, 'CostsByAccount', {
    database: name,
    name: `avatar-${stage}: costs of this month by account`,
    queryString:
      'SELECT x_account, servicename, sum(CAST(billedcost AS decimal(30, 12))) AS dollars FROM focus ' +
      "WHERE day >= date_trunc('month', current_date) GROUP BY x_account, servicename ORDER BY dollars DESC",
  });
  query.addResourceDependency(table);
  return table;
}
