import { apiErrors } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { readJsonBody } from '#runtime';

const bodySchema = v.strictObject({ id: v.pipe(v.string(), v.nonEmpty('the id of a job')) });

/** Reads the job ID from the `id` query parameter, or from `{"id": …}` in the body. @throws ApiError 400, or 415 for a compressed body */
export function readJobId(event: APIGatewayProxyEvent): string {
  const id = event.queryStringParameters?.id || readJsonBody(event, bodySchema, { empty: { id: '' } }).id;
  if (!id) throw apiErrors.invalidParameter('id: is required but missing');
  return id;
}
