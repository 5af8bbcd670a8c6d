export {
  type Budget,
  type BudgetLevel,
  findBudget,
  listBudgets,
  monthOf,
  recordBudgetAlert,
  recordSpending,
  refuseOverBudget,
  removeBudget,
  setBudget,
} from './accounts/budgets.ts';
export { loadCostHistory, readCostHistory, saveCostHistory } from './accounts/cost-history.ts';
export { type DaySpending, readMonthSpending, saveDaySpending } from './accounts/spending.ts';
export {
  type CostHistory,
  collectCostHistory,
} from './estimate/cost-history.ts';
export { type EstimateRequest, estimateJob } from './estimate/estimate.ts';
export { expectJob, type Renderers } from './estimate/expected-job.ts';
export { type BillingAccount, FOCUS_COLUMNS } from './focus/columns.ts';
export { FOCUS_HEADER } from './focus/csv.ts';
export { FOCUS_DETAILS, type FocusDetail } from './focus/sums.ts';
export { type Audit, auditJob } from './ledger/audit.ts';
export { readCharges, readPartCharges } from './ledger/charges.ts';
export { withLedger } from './ledger/invocation.ts';
export { LEDGER_RETENTION_DAYS, PARTS_PER_DAY } from './ledger/item.ts';
export { findOwners, listDays, listJobRows, readRows, sampleExecutions, writeRows } from './ledger/rows.ts';
export { addTo, readDailySums, type StepSums } from './ledger/sums.ts';
export { formatDollars, formatShort, PICOS_PER_DOLLAR, priceOfQuantity, readDollars, toDollars } from './money.ts';
export { type PriceFile, priceFileSchema } from './prices/price-file.ts';
export { type PriceList, unitPrice } from './prices/prices.ts';
export type { IdleCostResource } from './prices/standing.ts';
export { readBill } from './reconciliation/bill.ts';
export { createReconciliation, type ServiceDifference } from './reconciliation/reconciliation.ts';
export {
  createReport,
  GROUPINGS,
  type Group,
  type Grouping,
  groupRows,
  NO_KEY,
  perMinute,
  type Report,
} from './report.ts';
export { type LedgerRow, priceUsage, rowTotal, type Usage } from './row.ts';
export { billedPartyOf } from './subject-of-job.ts';
