/**
 * Deployment settings for an endpoint. Its role allows exactly what is listed here, plus authenticating callers, counting requests, and
 * logging.
 */
export interface EndpointDeployment {
  /** Description of the function in the AWS console. */
  description: string;
  /** Memory, in MB; 512 by default. */
  memory?: number;
  /** Time limit, in s; 10 by default. API Gateway waits for 29 s. */
  timeout?: number;
  /** Actions on tables, or on an index such as `Query by-account`. */
  tables?: Readonly<{ [Table in keyof TableIndexes]?: readonly (ItemAction | `Query ${TableIndexes[Table]}`)[] }>;
  /** Bucket folders that it may access. With `probe`, S3 returns 404 instead of 403 for a missing object. */
  objects?: Readonly<Partial<Record<'read' | 'write' | 'delete', readonly Folder[]>>> & { readonly probe?: boolean };
  /** Queues that the endpoint sends to. */
  queues?: readonly ('jobs' | 'deadlines' | 'webhooks')[];
  /** True if the endpoint publishes job events. */
  publishesEvents?: boolean;
  /** True if the endpoint stops job executions. */
  stopsExecutions?: boolean;
  /** True if the endpoint derives webhook signing secrets. */
  derivesSecrets?: boolean;
}

type ItemAction = 'GetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'Query';

type Folder = 'jobs' | 'jobs/*/visemes' | 'uploads' | 'actors' | 'avatars';

/** The tables that endpoints use, with their indexes. */
interface TableIndexes {
  jobs: 'by-account';
  tokens: never;
  idempotency: never;
  accounts: never;
  ledger: 'by-job';
  avatars: never;
  webhooks: never;
}
