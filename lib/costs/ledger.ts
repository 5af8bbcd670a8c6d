import type { Construct } from 'constructs';
import type { FunctionSizes } from '../../layers/cloud/ledger/sizes.ts';
import { ServiceFunction } from '../function/index.ts';
import type { Pipeline } from '../pipeline/index.ts';
import type { Settings } from '../settings.ts';
import type { Storage } from '../storage/index.ts';
import { readPrices } from './prices.ts';

export interface LedgerProps {
  storage: Storage;
  pipeline: Pipeline;
  settings: Settings;
}

/** Lets every function of a stack put its invocations on the ledger, with the prices of the deployment, and has jobs audited. */
export function keepLedger(stack: Construct, { storage, pipeline, settings }: LedgerProps): void {
  const functions = stack.node.findAll().filter((construct) => construct instanceof ServiceFunction);
  const prices = JSON.stringify(readPrices(settings.prices));
  for (const one of functions) {
    storage.ledger.bind(one, ['PutItem']);
    one.set({
      STAGE: settings.stage,
      PRICES: prices,
      RETENTION_DAYS: String(settings.retentionDays),
      ARCHITECTURE: one.size.architecture,
      EPHEMERAL_STORAGE: String(one.size.storage),
    });
  }
  const sizes = JSON.stringify(sizesOf(functions));
  for (const auditor of [pipeline.movers.settle, pipeline.movers.sweep]) {
    storage.ledger.bind(auditor, [], { query: ['by-job'] });
    pipeline.machine.bindHistory(auditor);
    auditor.set({ FUNCTION_SIZES: sizes });
  }
}

const sizesOf = (functions: readonly ServiceFunction[]): FunctionSizes =>
  Object.fromEntries(functions.map(({ name, size: { memory, storage } }) => [name, { memory, storage }]));
