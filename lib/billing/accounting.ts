import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ServiceFunction } from '../function/index.ts';
import { renderingOf, ScheduledFunction } from '../pipeline/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';
import { defineFocusTable } from './focus-table.ts';

export interface AccountingProps {
  /** Folder containing every function's bundle. */
  bundles: string;
  storage: Storage;
  settings: Settings;
}

/** Aggregation interval, which is also how late a budget may take effect. */
const AGGREGATION = Duration.minutes(5);

/** Scheduled work on the ledger: budgets and estimates every five minutes, and the export every hour. */
export class Accounting extends Construct {
  readonly aggregate: ServiceFunction;
  readonly focus: ServiceFunction;
  readonly aggregateSchedule: ScheduledFunction;
  readonly focusSchedule: ScheduledFunction;

  constructor(scope: Construct, id: string, { bundles, storage, settings }: AccountingProps) {
    super(scope, id);
    this.aggregate = new ServiceFunction(this, 'aggregate', {
      bundles,
      description: 'Adds up what each account has spent, and what jobs cost',
      memory: 512,
      timeout: Duration.minutes(4),
    });
    this.focus = new ServiceFunction(this, 'focus', {
      bundles,
      description: "Exports the ledger in FOCUS's form",
      memory: 1024,
      timeout: Duration.minutes(15),
    });
    for (const reader of [this.aggregate, this.focus]) {
      storage.ledger.bind(reader, ['Query'], { query: ['by-job'] });
      reader.set({ STAGE: settings.stage });
    }
    this.aggregate.set({ RENDERING: JSON.stringify(renderingOf(settings)) });
    storage.accounts.bind(this.aggregate, ['GetItem', 'PutItem', 'UpdateItem', 'Scan']);
    storage.objects.bind(this.focus, { write: ['focus'], delete: ['focus'], probe: true });
    this.aggregateSchedule = new ScheduledFunction(this, 'AggregateSchedule', {
      runs: this.aggregate,
      every: AGGREGATION,
      description: 'Time to add up what was spent',
    });
    this.focusSchedule = new ScheduledFunction(this, 'FocusSchedule', {
      runs: this.focus,
      every: Duration.hours(1),
      description: 'Time to export the ledger of the days that have ended',
    });
    defineFocusTable(this, { stage: settings.stage, bucket: storage.objects.bucket });
  }
}
