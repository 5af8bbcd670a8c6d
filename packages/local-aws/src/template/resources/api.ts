import * as v from 'valibot';
import { attribute, flag, LABELS, regional, resource, text } from '../resource.ts';

const restApi = resource({
  nameLength: 60,
  arn: regional('apigateway', '/restapis/'),
  attributes: { RestApiId: attribute.name, RootResourceId: ({ name }) => `${name}-root` },
  enforced: {
    Name: text,
    BinaryMediaTypes: v.optional(v.array(text), []),
  },
  accepted: {
    ApiKeySourceType: 'Methods that require an API key are rejected',
    Description: LABELS,
    DisableExecuteApiEndpoint: 'The API has a single address',
    EndpointConfiguration: 'The API has a single address',
    MinimumCompressionSize: 'Responses are not compressed',
    Policy: 'Only this machine can reach the local service',
    Tags: LABELS,
  },
});

const resourceNode = resource({
  attributes: { ResourceId: attribute.name },
  enforced: { ParentId: text, PathPart: text, RestApiId: text },
  accepted: {},
});

const method = resource({
  enforced: {
    ApiKeyRequired: v.optional(v.literal(false)),
    AuthorizationType: v.literal('NONE', 'must be NONE, because authorizers are not available locally'),
    HttpMethod: text,
    Integration: v.strictObject({
      Type: v.literal('AWS_PROXY', 'must be AWS_PROXY, because other integrations are not available locally'),
      IntegrationHttpMethod: v.literal('POST'),
      Uri: text,
      TimeoutInMillis: v.optional(v.number()),
      /** The CDK writes this, and proxy integrations ignore it. */
      PassthroughBehavior: v.optional(text),
    }),
    ResourceId: text,
    RestApiId: text,
  },
  accepted: {
    MethodResponses: 'Proxy integrations ignore them',
    OperationName: LABELS,
  },
});

const gatewayResponse = resource({
  enforced: {
    ResponseType: text,
    RestApiId: text,
    ResponseParameters: v.optional(v.record(text, v.string()), {}),
    ResponseTemplates: v.optional(v.record(text, v.string()), {}),
    StatusCode: v.optional(v.pipe(text, v.regex(/^[1-5]\d\d$/))),
  },
  accepted: {},
});

const methodSetting = v.strictObject({
  HttpMethod: v.literal('*', 'settings for single methods are not available locally'),
  ResourcePath: v.literal('/*', 'settings for single methods are not available locally'),
  ThrottlingBurstLimit: v.optional(v.number()),
  ThrottlingRateLimit: v.optional(v.number()),
  /** For AWS logs and metrics only. */
  DataTraceEnabled: v.optional(flag),
  LoggingLevel: v.optional(text),
  MetricsEnabled: v.optional(flag),
});

const stage = resource({
  nameProperty: 'StageName',
  enforced: {
    StageName: text,
    RestApiId: text,
    DeploymentId: text,
    MethodSettings: v.optional(v.array(methodSetting), []),
    Variables: v.optional(v.record(text, v.string()), {}),
  },
  accepted: {
    AccessLogSetting: 'The local service writes its own log',
    Description: LABELS,
    Tags: LABELS,
    TracingEnabled: 'X-Ray is not available locally',
  },
});

const deployment = resource({
  attributes: { DeploymentId: attribute.name },
  enforced: { RestApiId: text },
  accepted: { Description: LABELS },
});

export const API = {
  'AWS::ApiGateway::RestApi': restApi,
  'AWS::ApiGateway::Resource': resourceNode,
  'AWS::ApiGateway::Method': method,
  'AWS::ApiGateway::GatewayResponse': gatewayResponse,
  'AWS::ApiGateway::Stage': stage,
  'AWS::ApiGateway::Deployment': deployment,
} as const;
