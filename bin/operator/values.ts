/** Options of all operator commands. */
export interface OperatorValues {
  stage?: string | undefined;
  data?: string | undefined;
  account?: string | undefined;
  json?: boolean | undefined;
}
