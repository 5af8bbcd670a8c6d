import * as v from 'valibot';
import type { EndpointDeployment } from '#runtime';
import { authentication, tables } from '#runtime/environment';

export const environment = v.object({ ...authentication, ...tables.accounts, ...tables.ledger });

export type Settings = v.InferOutput<typeof environment>;

export const deployment: EndpointDeployment = {
  description: "Returns an account's plan, budget, and spending",
  tables: { accounts: ['GetItem'], ledger: ['Query'] },
};
