import { Construct } from 'constructs';
import { LOCAL_STAGE, type Settings } from '../settings/index.ts';
import { MacKey } from './mac-key.ts';
import { ObjectStore } from './objects.ts';
import { ServiceTable, type TableProps } from './table.ts';

/** The tables, the bucket, and the keys. */
export class Storage extends Construct {
  /** One item per job. The index `by-work-list` contains jobs on a work list (layers/jobs/item.ts). */
  readonly jobs: ServiceTable<'by-account' | 'by-work-list'>;
  /** Tokens by hash, with their plan, expiry, and used quota. */
  readonly tokens: ServiceTable;
  /** Used idempotency keys with their jobs. */
  readonly idempotency: ServiceTable;
  /** Running jobs' leases, their counters, and start tags of accounts with parked jobs. */
  readonly capacity: ServiceTable;
  /** Webhook data: secret versions, slots, circuit breakers, and failed deliveries. */
  readonly webhooks: ServiceTable;
  /** The key that webhook secrets are derived from. */
  readonly webhookKey: MacKey;
  /** Recent requests by caller. */
  readonly rates: ServiceTable;
  /** Every invocation's cost, by part of the day and by job. */
  readonly ledger: ServiceTable<'by-job'>;
  /** Accounts' budgets and spending, and recent costs by kind of job. */
  readonly accounts: ServiceTable;
  /** Own avatars by account and ID, and their count by account. */
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
      // The local stage's stack is never deleted.
      emptied: !durable && settings.stage !== LOCAL_STAGE,
      origins: pageOrigins(settings),
    });
  }
}

/** Returns the origins that may upload recordings: the configured ones and the studio's, which CloudFront assigns. */
const pageOrigins = ({ cors, studio }: Pick<Settings, 'cors' | 'studio'>): readonly string[] =>
  cors.includes('*') || !studio ? cors : [...cors, 'https://*.cloudfront.net'];
