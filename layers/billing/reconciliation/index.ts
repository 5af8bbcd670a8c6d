export { type BillFilter, type BillLine, readBill } from './bill.ts';
export * from './reconciliation.ts';
