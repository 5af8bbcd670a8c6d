import type { Construct } from 'constructs';
import { ServiceFunction } from '../function/index.ts';
import type { Settings } from '../settings.ts';
import type { Storage } from '../storage/index.ts';
import { readPrices } from './prices.ts';

/** Lets every function of a stack put its invocations on the ledger, with the prices of the deployment. */
export function keepLedger(stack: Construct, { storage, settings }: { storage: Storage; settings: Settings }): void {
  const prices = JSON.stringify(readPrices(settings.prices));
  for (const construct of stack.node.findAll()) {
    if (!(construct instanceof ServiceFunction)) continue;
    storage.ledger.bind(construct, ['PutItem']);
    construct.set({
      PRICES: prices,
      RETENTION_DAYS: String(settings.retentionDays),
      ARCHITECTURE: construct.size.architecture,
      EPHEMERAL_STORAGE: String(construct.size.storage),
    });
  }
}
