import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS, type EndpointName } from '@talking-avatar/contract';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_MODULES } from '../../../lib/function/index.ts';
import { type Resource, synthesizeStage } from '../fixture.ts';
import { EXPECTED_ENDPOINTS } from './endpoints.ts';

/** Endpoints that may use all of the 29 s that the gateway allows, because they read large files. */
const LONGEST = ['avatars'];

let service: Template;
let routes: Record<string, { method: string; endpoint: string }>;

beforeAll(() => {
  ({ service } = synthesizeStage({ stage: 'test' }));
  routes = routesOf(service);
});

/** Returns the paths in the template, with their methods and functions. */
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
      { method: HttpMethod, endpoint: /Api([A-Z][a-z]+)Function/.exec(JSON.stringify(Integration.Uri))?.[1]?.toLowerCase() },
    ]),
  ) as typeof routes;
}

describe('the API', () => {
  it('has an expected row for each endpoint', () => {
    expect(Object.keys(ENDPOINTS).filter((name) => !(name in EXPECTED_ENDPOINTS))).toEqual([]);
  });

  it('routes every public path to its endpoint with any method, so that the endpoint can reject methods', () => {
    const expected = Object.entries(EXPECTED_ENDPOINTS).flatMap(([name, { paths }]) =>
      Object.keys(paths).map((path) => [path, { method: 'ANY', endpoint: name }]),
    );
    expect(routes).toEqual(Object.fromEntries(expected));
  });

  it.each(Object.entries(ENDPOINTS))('describes the public paths and methods of %s', (name, { paths }) => {
    const described = Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods).map((method) => method.toUpperCase())]);
    expect(Object.fromEntries(described)).toEqual(EXPECTED_ENDPOINTS[name as EndpointName].paths);
  });

  it('has a folder for each endpoint of the contract', () => {
    expect(readdirSync(join(import.meta.dirname, '../../../functions/api')).sort()).toEqual(Object.keys(ENDPOINTS).sort());
  });

  it.each(Object.entries(ENDPOINTS))('authenticates callers of %s unless its operations are public', (name, { paths }) => {
    const operations: readonly { security?: readonly [] }[] = Object.values(paths).flatMap((methods) => Object.values(methods));
    const isOpen = operations.every(({ security }) => security?.length === 0);
    expect('TOKENS_TABLE' in ENDPOINT_MODULES[name as EndpointName].environment.entries).toBe(!isOpen);
  });

  it('passes every body unchanged, regardless of its media type', () => {
    service.hasResourceProperties('AWS::ApiGateway::RestApi', {
      BinaryMediaTypes: ['*/*'],
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
  });

  it("is throttled, and has function timeouts below the gateway's", () => {
    service.hasResourceProperties('AWS::ApiGateway::Stage', {
      MethodSettings: [Match.objectLike({ HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 })],
    });
    for (const { Properties } of Object.values(service.findResources('AWS::Lambda::Function')) as Resource[]) {
      const name = Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME;
      if (name in ENDPOINTS) expect(Properties.Timeout, name).toBeLessThan(LONGEST.includes(name) ? 30 : 29);
    }
  });

  it('logs each request without its path and query, which may contain the token', () => {
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
    // Metrics for each method would cost up to $28.50 a month, and no alarm or dashboard uses them.
    expect(stage?.Properties.MethodSettings[0].MetricsEnabled).not.toBe(true);
  });
});
