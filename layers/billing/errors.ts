/** A budget that stops jobs is used up. */
export class BudgetReachedError extends Error {
  override readonly name = 'BudgetReachedError';
  /** Such as `2026-11`. */
  readonly month: string;

  constructor(month: string) {
    super(`The budget for ${month} is used up`);
    this.month = month;
  }
}
