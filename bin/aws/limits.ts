/** Timeouts (ms) and attempts of a command's calls to AWS. Without `throwOnRequestTimeout`, the SDK only logs a warning. */
export const COMMAND_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
} as const;
