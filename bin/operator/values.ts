/** Options of every command of the operator. */
export interface OperatorValues {
  stage?: string | undefined;
  data?: string | undefined;
  account?: string | undefined;
  json?: boolean | undefined;
}
