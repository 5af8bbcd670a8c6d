import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ServiceTable, type Storage } from '../../storage/index.ts';
import { type AlarmSpec, PERIOD, sumOf } from './alarm-spec.ts';

/** Number of throttled reads and writes on a table within one period that raises the alarm. SDK retries hide smaller numbers. */
const THROTTLES = 10;

/** Number of internal DynamoDB errors within one period that raises the alarm. */
const SYSTEM_ERRORS = 5;

/**
 * Operations that every job performs, up to the maximum that an alarm allows. A transaction across several tables is watched on only one of
 * them.
 */
const WATCHED = [
  ['jobs', 'GetItem'],
  ['jobs', 'UpdateItem'],
  ['jobs', 'TransactWriteItems'],
  ['jobs', 'Query'],
  ['tokens', 'GetItem'],
  ['capacity', 'BatchGetItem'],
  ['capacity', 'UpdateItem'],
  ['capacity', 'TransactWriteItems'],
  ['rates', 'UpdateItem'],
  ['ledger', 'TransactWriteItems'],
] as const;

/** Alarms on table throttling and DynamoDB errors. */
export const tableAlarms = (storage: Storage): AlarmSpec[] => [
  ...storage.node.children
    .filter((child) => child instanceof ServiceTable)
    .map(
      (table): AlarmSpec => ({
        id: `${table.node.id}Throttles`,
        metric: sumOf(`throttles of ${table.node.id}`, throttlesOf(table)),
        threshold: THROTTLES,
        meaning: `DynamoDB throttled ${THROTTLES} or more reads and writes of the table ${table.node.id} within ${PERIOD.toMinutes()} minutes.`,
        action: 'Check whether one key is hot, or traffic grew faster than on-demand capacity scales.',
      }),
    ),
  {
    id: 'TableSystemErrors',
    metric: sumOf(
      'system errors',
      WATCHED.map(([name, Operation]) => tableMetric(storage[name], 'SystemErrors', { Operation })),
    ),
    threshold: SYSTEM_ERRORS,
    meaning: 'DynamoDB is failing: requests to the tables return 500.',
    action: 'Check the AWS Health Dashboard; requests are retried, and jobs continue when DynamoDB recovers.',
  },
];

/** Returns metrics of throttled reads and writes for a table and for its indexes, which can also throttle the table. */
const throttlesOf = (table: ServiceTable): IMetric[] => [
  tableMetric(table, 'ReadThrottleEvents'),
  tableMetric(table, 'WriteThrottleEvents'),
  ...table.indexes.map((GlobalSecondaryIndexName) => tableMetric(table, 'WriteThrottleEvents', { GlobalSecondaryIndexName })),
];

const tableMetric = ({ table, node }: ServiceTable, metricName: string, more: Record<string, string> = {}) =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName, ...more },
    statistic: 'Sum',
    period: PERIOD,
    label: [node.id, ...Object.values(more), metricName].join(' '),
  });
