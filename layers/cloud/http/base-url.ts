import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The address of the service as this caller has used it: its own domain, or the one of API Gateway with the stage. */
export function baseUrlOf({ headers, requestContext }: APIGatewayProxyEvent): string {
  const { domainName, stage } = requestContext;
  const host = headers.Host ?? headers.host ?? domainName ?? 'localhost';
  const local = host.startsWith('127.0.0.1') || host.startsWith('localhost');
  if (local) return `http://${host}`;
  return `https://${host}${domainName?.includes('execute-api') ? `/${stage}` : ''}`;
}
