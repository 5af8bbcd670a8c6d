import { ENDPOINTS, type EndpointName } from '@talking-avatar/contract';
import type { ListedVoice } from '@talking-avatar/speech/neural';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { ENDPOINT_MODULES, ServiceFunction, ServiceLog } from '../function/index.ts';
import type { Pipeline, WorkQueue } from '../pipeline/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';
import { bindEndpoint } from './bind-endpoint.ts';
import { ApiDomain } from './domain.ts';
import { Firewall } from './firewall.ts';
import { addGatewayResponses } from './gateway-responses.ts';

export interface ApiProps {
  /** Folder with all functions' bundles. */
  bundles: string;
  /** Neural voices. */
  voices: readonly ListedVoice[];
  storage: Storage;
  pipeline: Pipeline;
  webhooksQueue: WorkQueue;
  settings: Settings;
}

const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** The REST API with its functions, permissions, routes, domain, and firewall. */
export class Api extends Construct {
  readonly api: RestApi;
  /** Its base URL for clients. */
  readonly url: string;
  readonly endpoints: Readonly<Record<EndpointName, ServiceFunction>>;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    this.endpoints = Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, this.#makeEndpoint(name, props)])) as Api['endpoints'];
    this.api = this.#makeApi(props.settings);
    this.#route();
    addGatewayResponses(this.api, props.settings.cors);
    const { domain, waf } = props.settings;
    this.url = domain ? new ApiDomain(this, 'Domain', { api: this.api, domain }).url : this.api.url;
    if (waf) new Firewall(this, 'Firewall', { stage: this.api.deploymentStage, waf, settings: props.settings });
  }

  #makeEndpoint(name: EndpointName, props: ApiProps): ServiceFunction {
    const { description, memory = 512, timeout = 10 } = ENDPOINT_MODULES[name].deployment;
    const endpoint = new ServiceFunction(this, name, { bundles: props.bundles, description, memory, timeout: Duration.seconds(timeout) });
    bindEndpoint(endpoint, ENDPOINT_MODULES[name], props);
    return endpoint;
  }

  #makeApi({ stage, protect, apiRate, apiBurst }: Settings): RestApi {
    return new RestApi(this, 'RestApi', {
      restApiName: `avatar-${stage}`,
      description: 'Talking avatars and facial animation from text or a recorded voice',
      endpointTypes: [EndpointType.REGIONAL],
      // Pass every body unchanged, because the gateway compares media types literally and clients spell them in many ways.
      binaryMediaTypes: ['*/*'],
      // API Gateway writes logs with one role per account and region, which does not exist in a new account. The role outlives the stack
      // because other APIs in the account may use it. An unprotected stage must not leave anything behind, so it does not have an access
      // log.
      cloudWatchRole: protect,
      ...(protect && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName: 'v1',
        throttlingRateLimit: apiRate,
        throttlingBurstLimit: apiBurst,
        ...(protect && {
          accessLogDestination: new LogGroupLogDestination(new ServiceLog(this, 'AccessLog')),
          accessLogFormat: ACCESS_LOG_FORMAT,
        }),
        // The gateway's execution log contains query strings and therefore tokens.
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
      },
    });
  }

  /** Routes each path with any method. The function rejects unsupported methods in the contract's error format. */
  #route(): void {
    for (const name of ENDPOINT_NAMES) {
      const integration = new LambdaIntegration(this.endpoints[name].lambda, { allowTestInvoke: false });
      for (const path of Object.keys(ENDPOINTS[name].paths)) this.api.root.resourceForPath(path).addMethod('ANY', integration);
    }
  }
}

/** One line per request. It omits the path and query as sent because they may contain the token. */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    request: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTimeEpoch(),
    address: AccessLogField.contextIdentitySourceIp(),
    method: AccessLogField.contextHttpMethod(),
    resource: AccessLogField.contextResourcePath(),
    status: AccessLogField.contextStatus(),
    bytes: AccessLogField.contextResponseLength(),
    latency: AccessLogField.contextResponseLatency(),
    error: AccessLogField.contextErrorResponseType(),
  }),
);
