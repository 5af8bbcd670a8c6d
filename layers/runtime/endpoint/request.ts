import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Matches API Gateway domain names, under which paths include the stage (API Gateway developer guide, "Invoke URL"). */
const EXECUTE_API_NAME = /\.execute-api\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

const LOCAL_NAME = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** Returns the base URL that the client used: a custom domain, or the API Gateway domain with the stage. */
export function baseUrlOf({ requestContext: { domainName, stage } }: APIGatewayProxyEvent): string {
  const name = domainName ?? 'localhost';
  if (LOCAL_NAME.test(name)) return `http://${name}`;
  return EXECUTE_API_NAME.test(name) ? `https://${name}/${stage}` : `https://${name}`;
}

/** Finds a request header, ignoring case. @param name in lower case */
export function findHeader({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}
