import { Construct } from 'constructs';
import { LOCAL_STAGE, type Settings } from '../settings/index.ts';
import { MacKey } from './mac-key.ts';
import { ObjectStore } from './objects.ts';
import { ServiceTable, type TableProps } from './table.ts';

/** The tables, the bucket, and the keys. */
export class Storage extends Construct {
  /** One item per job. The `by-work-list` index contains the jobs that are on a work list (layers/jobs/item.ts). */
  readonly jobs: ServiceTable<'by-account' | 'by-work-list'>;
  /** Tokens by hash, with their plan, expiry, and quota used so far. */
  readonly tokens: ServiceTable;
  /** Idempotency keys that have been used, with their jobs. */
  readonly idempotency: ServiceTable;
  /** Leases of running jobs, lease counters, and the start tags of accounts with parked jobs. */
  readonly capacity: ServiceTable;
  /** Webhook data: secret versions, slots, circuit breakers, and failed deliveries. */
  readonly webhooks: ServiceTable;
  /** Key that webhook secrets are derived from. */
  readonly webhookKey: MacKey;
  /** Number of recent requests by caller. */
  readonly rates: ServiceTable;
  /** Cost of every invocation, by part of the day and by job. */
  readonly ledger: ServiceTable<'by-job'>;
  /** Budgets and spending by account, and recent costs by kind of job. */
  readonly accounts: ServiceTable;
  /** Custom avatars by account and ID, and the number of avatars per account. */
  readonly avatars: ServiceTable;
  readonly objects: ObjectStore;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const durable = settings.protect;
    const table = <Index extends string = never>(name: string, props: Omit<TableProps<Index>, 'durable'>) =>
      new ServiceTable<Index>(this, name, { ...props, durable });
    const expiry = 'expires_at';
    this.jobs = table('Jobs', {
      key: 'id',
      variable: 'JOBS_TABLE',
      expiry: 'record_expires_at',
      indexes: { 'by-account': ['account', 'created_at'], 'by-work-list': ['work_list', 'list_position'] },
    });
    this.tokens = table('Tokens', { key: 'hash', variable: 'TOKENS_TABLE' });
    this.idempotency = table('Idempotency', { key: 'key', variable: 'IDEMPOTENCY_TABLE', expiry });
    this.capacity = table('Capacity', { key: 'name', variable: 'CAPACITY_TABLE', expiry });
    this.webhooks = table('Webhooks', { key: 'name', variable: 'WEBHOOKS_TABLE', expiry });
    this.rates = table('Rates', { key: 'name', variable: 'RATES_TABLE', expiry });
    this.webhookKey = new MacKey(this, 'WebhookKey', {
      variable: 'WEBHOOKS_KEY',
      description: 'Avatar service: the secrets that webhooks are signed with are derived from it',
      durable,
    });
    this.ledger = table('Ledger', {
      key: 'part',
      sort: 'id',
      variable: 'LEDGER_TABLE',
      expiry,
      indexes: { 'by-job': ['job', 'at'] },
    });
    this.accounts = table('Accounts', { key: 'name', variable: 'ACCOUNTS_TABLE' });
    this.avatars = table('Avatars', { key: 'account', sort: 'id', variable: 'AVATARS_TABLE' });
    this.objects = new ObjectStore(this, 'Objects', {
      retentionDays: settings.retentionDays,
      durable,
      // The stack of the local stage is never deleted.
      emptied: !durable && settings.stage !== LOCAL_STAGE,
      origins: pageOrigins(settings),
    });
  }
}

/** Returns the origins that may upload recordings: the configured ones, plus the origin of the studio, which CloudFront assigns. */
const pageOrigins = ({ cors, studio }: Pick<Settings, 'cors' | 'studio'>): readonly string[] =>
  cors.includes('*') || !studio ? cors : [...cors, 'https://*.cloudfront.net'];
