/** What the AWS SDK throws; `$response` is there where something answered. */
interface SdkError extends Error {
  $response?: { statusCode?: number; headers?: Readonly<Record<string, string>> };
}

/**
 * Explains a failed call to AWS to the operator.
 *
 * @param error as a client of the AWS SDK throws it
 * @returns one line with the cause and, for an unknown region or an answer that is not AWS's, what to do
 */
export function explainAwsError(error: unknown): string {
  const { name, message, $response } = error as SdkError;
  if (/^Region is missing/.test(message)) return 'The AWS region is missing: set AWS_REGION, such as AWS_REGION=eu-central-1';
  const type = $response?.headers?.['content-type'] ?? 'no content type';
  if (type.startsWith('text/html') || message.includes('Deserialization error'))
    return `The answer is not from AWS (HTTP ${$response?.statusCode}, ${type}): a proxy may have answered instead; check HTTPS_PROXY and AWS_ENDPOINT_URL`;
  return name === message ? name : `${name}: ${message}`;
}
