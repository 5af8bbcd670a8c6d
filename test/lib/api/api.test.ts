import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Resource, synthesizeStage } from '../fixture.ts';

let service: Template;
let routes: Record<string, { method: string; endpoint: string }>;

beforeAll(() => {
  ({ service } = synthesizeStage({ stage: 'test' }));
  routes = routesOf(service);
});

/** The addresses of the template, with the method and the function that answers. */
function routesOf(template: Template): typeof routes {
  const resources = template.findResources('AWS::ApiGateway::Resource') as Record<string, Resource>;
  const pathOf = (id: string): string => {
    const { PathPart, ParentId } = resources[id]?.Properties ?? {};
    return id in resources ? `${pathOf(ParentId.Ref ?? '')}/${PathPart}` : '';
  };
  const methods = Object.values(template.findResources('AWS::ApiGateway::Method')) as Resource[];
  return Object.fromEntries(
    methods.map(({ Properties: { ResourceId, HttpMethod, Integration } }) => [
      pathOf(ResourceId.Ref),
      { method: HttpMethod, endpoint: /Api([A-Z][a-z]+)Function/.exec(JSON.stringify(Integration.Uri))?.[1] },
    ]),
  ) as typeof routes;
}

describe('the API', () => {
  it('answers at these addresses, any method, so that the function itself can refuse one', () => {
    const by = (endpoint: string) => ({ method: 'ANY', endpoint });
    expect(routes).toEqual({
      '/lipsync/generate': by('Generate'),
      '/lipsync/estimate': by('Estimate'),
      '/lipsync/voices': by('Voices'),
      '/lipsync/account': by('Account'),
      '/lipsync/costs': by('Costs'),
      '/lipsync/webhooks/secret': by('Webhooks'),
      '/lipsync/webhooks/deliveries': by('Webhooks'),
      '/lipsync/webhooks/replay': by('Webhooks'),
      '/lipsync/uploads': by('Uploads'),
      '/lipsync/cancel': by('Cancel'),
      '/lipsync/jobs/{id}': by('Remove'),
      '/status': by('Status'),
      '/lipsync/status': by('Status'),
      '/download': by('Download'),
      '/lipsync/download': by('Download'),
      '/lipsync/actors': by('Actors'),
      '/lipsync/avatars': by('Avatars'),
      '/lipsync/avatars/{id}': by('Avatars'),
      '/openapi.json': by('Openapi'),
    });
  });

  it('passes every body unchanged, whatever its media type', () => {
    service.hasResourceProperties('AWS::ApiGateway::RestApi', {
      BinaryMediaTypes: ['*/*'],
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
  });

  it('is throttled, and gives a function less time than the gateway has', () => {
    service.hasResourceProperties('AWS::ApiGateway::Stage', {
      MethodSettings: [Match.objectLike({ HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 })],
    });
    for (const { Properties } of Object.values(service.findResources('AWS::Lambda::Function')) as Resource[]) {
      if (['generate', 'uploads', 'status', 'download', 'openapi'].includes(Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME)) {
        expect(Properties.Timeout).toBeLessThan(29);
      }
    }
  });

  it('logs each request without path and query, which may contain the token', () => {
    const [stage] = Object.values(service.findResources('AWS::ApiGateway::Stage')) as Resource[];
    const variables = stage?.Properties.AccessLogSetting.Format.match(/\$context\.[a-zA-Z.]+/g).sort();
    expect(variables).toEqual([
      '$context.error.responseType',
      '$context.httpMethod',
      '$context.identity.sourceIp',
      '$context.requestId',
      '$context.requestTimeEpoch',
      '$context.resourcePath',
      '$context.responseLatency',
      '$context.responseLength',
      '$context.status',
    ]);
    expect(stage?.Properties.MethodSettings[0]).toMatchObject({ LoggingLevel: 'OFF', DataTraceEnabled: false });
  });
});
