import { RemovalPolicy } from 'aws-cdk-lib';
import { type Attribute, AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { Workload } from '../function/index.ts';

/** Permissions on items. A transaction requires the permissions for each of its parts. */
export type ItemAction = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'Query' | 'Scan';

export interface TableProps<Index extends string> {
  /** Partition key, a string. */
  key: string;
  /** Sort key, a string, if items share a partition. */
  sort?: string;
  /** Environment variable for the table name. */
  variable: string;
  /** Attribute with the expiry of an item, in s since 1970. */
  expiry?: string;
  /** Indexes by name, with their partition and sort attributes, both strings. Items that lack either attribute are not indexed. */
  indexes?: Readonly<Record<Index, readonly [partition: string, sort: string]>>;
  /** True if the table is backed up and outlives its stack. */
  durable: boolean;
}

/** A table. `bind` grants a function access and sets the function's variable. */
export class ServiceTable<Index extends string = never> extends Construct {
  readonly table: Table;
  readonly indexes: readonly string[];
  readonly #variable: string;

  constructor(scope: Construct, id: string, { key, sort, variable, expiry, indexes, durable }: TableProps<Index>) {
    super(scope, id);
    this.#variable = variable;
    this.indexes = Object.keys(indexes ?? {});
    this.table = new Table(this, 'Table', {
      partitionKey: text(key),
      ...(sort && { sortKey: text(sort) }),
      billingMode: BillingMode.PAY_PER_REQUEST,
      // DynamoDB keeps a final backup for 35 days after deleting such a table (DynamoDB developer guide, "Deleting a table").
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: durable },
      deletionProtection: durable,
      removalPolicy: durable ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      ...(expiry && { timeToLiveAttribute: expiry }),
    });
    for (const [indexName, [partition, sort]] of Object.entries<readonly [string, string]>(indexes ?? {})) {
      this.table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: text(partition),
        sortKey: text(sort),
        projectionType: ProjectionType.ALL,
      });
    }
  }

  /** Allows a function to use items in the table and to query the given indexes. */
  bind(user: Workload, actions: readonly ItemAction[], { query = [] }: { query?: readonly Index[] } = {}): void {
    user.set({ [this.#variable]: this.table.tableName });
    if (actions.length > 0) {
      user.allow(
        actions.map((action) => `dynamodb:${action}`),
        [this.table.tableArn],
      );
    }
    if (query.length === 0) return;
    user.allow(
      ['dynamodb:Query'],
      query.map((index) => `${this.table.tableArn}/index/${index}`),
    );
  }
}

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });
