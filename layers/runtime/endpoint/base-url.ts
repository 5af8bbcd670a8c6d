import type { APIGatewayProxyEvent } from 'aws-lambda';

/** API Gateway's own names, below which each stage of an API has a path (API Gateway developer guide, "Invoke URL"). */
const EXECUTE_API_NAME = /\.execute-api\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

const LOCAL_NAME = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** The address of the service as this caller has used it: a domain of its own, or API Gateway's with the stage. */
export function baseUrlOf({ requestContext: { domainName, stage } }: APIGatewayProxyEvent): string {
  const name = domainName ?? 'localhost';
  if (LOCAL_NAME.test(name)) return `http://${name}`;
  return EXECUTE_API_NAME.test(name) ? `https://${name}/${stage}` : `https://${name}`;
}
