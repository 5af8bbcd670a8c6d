import { describeResource, RESOURCES } from '#aws/usage';
import type { LedgerRow } from '../row.ts';
import type { BillLine } from './bill.ts';

/** Costs of a service according to the ledger and the bill, in pico-dollars. */
export interface ServiceDifference {
  service: string;
  ledger: bigint;
  bill: bigint;
}

/** Names of AWS services by product code. */
const NAMES: ReadonlyMap<string, string> = new Map(Object.values(RESOURCES).map(({ code, service }) => [code, service]));

/** Compares the ledger with the AWS bill, service by service. */
export function createReconciliation(): {
  add(row: LedgerRow): void;
  bill(line: BillLine): void;
  /** Returns the services, largest difference first. */
  services(): ServiceDifference[];
} {
  const services = new Map<string, ServiceDifference>();
  const of = (code: string): ServiceDifference => {
    const service = services.get(code) ?? { service: NAMES.get(code) ?? code, ledger: 0n, bill: 0n };
    services.set(code, service);
    return service;
  };
  const size = ({ ledger, bill }: ServiceDifference): bigint => (ledger > bill ? ledger - bill : bill - ledger);
  return {
    add({ charges }) {
      for (const { resource, amount } of charges) of(describeResource(resource).code).ledger += BigInt(amount);
    },
    bill({ code, amount }) {
      of(code).bill += amount;
    },
    services: () => [...services.values()].sort((a, b) => (size(a) > size(b) ? -1 : size(a) < size(b) ? 1 : 0)),
  };
}
