import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ServiceTable, type Storage } from '../../storage/index.ts';
import { type AlarmSpec, PERIOD, sumOf } from './alarm-spec.ts';

/** Throttled reads and writes of a table within one period that raise the alarm: the SDK's retries hide fewer. */
const THROTTLES = 10;

/** DynamoDB's own errors within one period. */
const SYSTEM_ERRORS = 5;

/** Operations of every job, up to an alarm's maximum. A transaction over several tables is watched at one of them. */
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

/** Alarms on throttling of tables and on errors of DynamoDB. */
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
    action: 'Check the AWS Health Dashboard; requests are retried, and jobs continue when it recovers.',
  },
];

/** Throttled reads and writes of a table and its indexes, which throttle it too. */
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
