/** An AWS SDK error. `$response` is missing if no response arrived. */
interface SdkError extends Error {
  $response?: { statusCode?: number; headers?: Readonly<Record<string, string>> };
}

/** Explains a failed AWS call on one line. @returns the cause, plus advice if the region is missing or the response is not from AWS */
export function explainAwsError(error: unknown): string {
  const { name, message, $response } = error as SdkError;
  if (/^Region is missing/.test(message)) return 'The AWS region is missing: set AWS_REGION, such as AWS_REGION=eu-central-1';
  const type = $response?.headers?.['content-type'] ?? 'no content type';
  if (type.startsWith('text/html') || message.includes('Deserialization error'))
    return `The response is not from AWS (HTTP ${$response?.statusCode}, ${type}): it may be from a proxy; check HTTPS_PROXY and AWS_ENDPOINT_URL`;
  return name === message ? name : `${name}: ${message}`;
}
