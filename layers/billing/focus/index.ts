export { type Biller, FOCUS_COLUMNS } from './columns.ts';
export * from './csv.ts';
