import { errorBodySchema } from '@talking-avatar/contract';
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Resource, synthesizeStage } from '../fixture.ts';

const TYPES = Object.values(ResponseType)
  .filter((type) => type instanceof ResponseType)
  .map(({ responseType }) => responseType);

let responses: Record<string, { status: number; template: string; headers: Record<string, string> | undefined }>;

beforeAll(() => {
  const { ofType } = synthesizeStage({ stage: 'test' });
  responses = Object.fromEntries(
    ofType('AWS::ApiGateway::GatewayResponse').map(([, { Properties }]: [string, Resource]) => [
      Properties.ResponseType,
      {
        status: Number(Properties.StatusCode),
        template: Properties.ResponseTemplates['application/json'],
        headers: Properties.ResponseParameters,
      },
    ]),
  );
});

/** Renders a template as the gateway would. The only variable used in the templates does not need to be escaped in JSON. */
const render = (template = ''): unknown => JSON.parse(template.replaceAll('$context.requestId', 'c6af9ac6-7b61'));

describe('gateway responses', () => {
  it('cover every error that the gateway can return', () => {
    expect(TYPES.length).toBeGreaterThan(20);
    expect(Object.keys(responses).sort()).toEqual([...TYPES].sort());
  });

  it.each(TYPES)('%s has the common error format, with its status as the code', (type) => {
    const body = v.parse(errorBodySchema, render(responses[type]?.template));
    expect(body.code).toBe(responses[type]?.status);
    expect(JSON.stringify(body)).not.toContain('$');
  });

  it('return 404 instead of 403 for an unknown path', () => {
    // The second one is for requests whose Authorization header is not an AWS signature.
    for (const type of ['MISSING_AUTHENTICATION_TOKEN', 'INVALID_SIGNATURE']) expect(responses[type]?.status).toBe(404);
  });

  it('return 400 for any other rejected request, since its path may exist', () => {
    expect(responses.DEFAULT_4XX).toMatchObject({
      status: 400,
      headers: { 'gatewayresponse.header.error-type': "'malformed-request'" },
    });
  });

  it('name both causes of a failed integration: no concurrency, and no connection to Lambda', () => {
    expect(render(responses.INTEGRATION_FAILURE?.template)).toMatchObject({
      message: 'The service is busy or cannot be reached; wait a second and try again.',
    });
  });

  it('have Retry-After for throttled clients and for insufficient Lambda concurrency', () => {
    for (const type of ['THROTTLED', 'QUOTA_EXCEEDED', 'INTEGRATION_FAILURE'])
      expect([type, responses[type]]).toMatchObject([type, { status: 429, headers: { 'gatewayresponse.header.retry-after': "'1'" } }]);
  });

  it('are 503 with Retry-After if a function crashed or timed out', () => {
    expect(responses.DEFAULT_5XX).toMatchObject({
      status: 503,
      headers: { 'gatewayresponse.header.retry-after': "'5'", 'gatewayresponse.header.error-type': "'unavailable'" },
    });
  });

  it.each([
    [[], undefined],
    [['https://a.example.com'], "'https://a.example.com'"],
    [['https://a.example.com', 'https://b.example.com'], "'*'"],
    [['*'], "'*'"],
  ])('can be read by pages from the origins %j', (cors, allowed) => {
    for (const [, { Properties }] of synthesizeStage({ stage: 'test', cors }).ofType('AWS::ApiGateway::GatewayResponse'))
      expect(Properties.ResponseParameters?.['gatewayresponse.header.access-control-allow-origin']).toBe(allowed);
  });
});
