import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { apiErrors, formatIssues } from '../../layers/contract/index.ts';

const bodySchema = v.strictObject({ id: v.pipe(v.string(), v.nonEmpty('the id of a job')) });

/**
 * Reads the job id from the query parameter `id`, or from `{"id": …}` in the body.
 *
 * @throws ApiError 400
 */
export function readJobId({ queryStringParameters, body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const id = queryStringParameters?.id;
  if (id) return id;
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  if (text === '') throw apiErrors.invalidParameter('id: is required, but it is missing');
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'a JSON object'), bodySchema), text);
  if (!result.success) throw apiErrors.invalidParameter(formatIssues(bodySchema, result.issues, 'the request body'));
  return result.output.id;
}
