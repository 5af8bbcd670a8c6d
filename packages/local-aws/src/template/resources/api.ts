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
    ApiKeySourceType: 'Methods that ask for an API key are refused',
    Description: LABELS,
    DisableExecuteApiEndpoint: 'There is one address',
    EndpointConfiguration: 'There is one address',
    MinimumCompressionSize: 'Answers are sent as they are',
    Policy: 'Only this machine reaches the local service',
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
    AuthorizationType: v.literal('NONE', 'must be NONE: authorizers do not run here'),
    HttpMethod: text,
    Integration: v.strictObject({
      Type: v.literal('AWS_PROXY', 'must be AWS_PROXY: other integrations do not run here'),
      IntegrationHttpMethod: v.literal('POST'),
      Uri: text,
      TimeoutInMillis: v.optional(v.number()),
      /** Written by the CDK and ignored by a proxy integration. */
      PassthroughBehavior: v.optional(text),
    }),
    ResourceId: text,
    RestApiId: text,
  },
  accepted: {
    MethodResponses: 'A proxy integration ignores them',
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
  HttpMethod: v.literal('*', 'settings of single methods are not applied here'),
  ResourcePath: v.literal('/*', 'settings of single methods are not applied here'),
  ThrottlingBurstLimit: v.optional(v.number()),
  ThrottlingRateLimit: v.optional(v.number()),
  /** AWS logs and metrics. */
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
    AccessLogSetting: 'The local service prints its own log',
    Description: LABELS,
    Tags: LABELS,
    TracingEnabled: 'There is no X-Ray',
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
