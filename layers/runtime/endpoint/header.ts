import type { APIGatewayProxyEvent } from 'aws-lambda';

/** A header of a request, however its name is spelt. @param name in lower case */
export function findHeader({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}
