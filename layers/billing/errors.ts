/** The account has used up its budget, and the budget is set to stop jobs. */
export class BudgetReachedError extends Error {
  override readonly name = 'BudgetReachedError';
  /** Such as `2026-11`. */
  readonly month: string;

  constructor(month: string) {
    super(`The budget for ${month} is used up`);
    this.month = month;
  }
}
