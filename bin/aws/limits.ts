/**
 * Timeouts (in ms) and number of attempts for AWS calls made by a command. Without `throwOnRequestTimeout`, the SDK only logs a warning.
 */
export const COMMAND_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
} as const;
