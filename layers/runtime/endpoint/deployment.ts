/** How an endpoint is deployed. Its role may do exactly what is named here, besides authenticating callers, counting requests and logging. */
export interface EndpointDeployment {
  /** Of the function, in AWS's console. */
  description: string;
  /** MB; 512 by default. */
  memory?: number;
  /** Time limit, s; 10 by default. API Gateway waits 29 s. */
  timeout?: number;
  /** Actions on tables, or on an index: `Query by-account`. */
  tables?: Readonly<{ [Table in keyof TableIndexes]?: readonly (ItemAction | `Query ${TableIndexes[Table]}`)[] }>;
  /** Folders of the bucket. `probe`: a missing object is answered with 404 instead of 403. */
  objects?: Readonly<Partial<Record<'read' | 'write' | 'delete', readonly Folder[]>>> & { readonly probe?: boolean };
  /** Queues that it sends to. */
  queues?: readonly ('jobs' | 'deadlines' | 'webhooks')[];
  /** Whether it publishes job events. */
  publishesEvents?: boolean;
  /** Whether it stops the executions of jobs. */
  stopsExecutions?: boolean;
  /** Whether it derives the signing secrets of webhooks. */
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
