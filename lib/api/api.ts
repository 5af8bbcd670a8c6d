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
import { ServiceFunction, ServiceLog } from '../function/index.ts';
import { type Pipeline, videoPlanVariables, type WorkQueue } from '../pipeline/index.ts';
import { outboundOf, type Settings, speechVariables } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';
import { ApiDomain } from './domain.ts';
import { Firewall } from './firewall.ts';
import { addGatewayResponses } from './gateway-responses.ts';

export interface ApiProps {
  /** Folder with the bundles of all functions. */
  bundles: string;
  /** Neural voices. */
  voices: readonly ListedVoice[];
  storage: Storage;
  pipeline: Pipeline;
  /** The queue of webhooks. */
  webhooks: WorkQueue;
  settings: Settings;
}

/** The functions behind the API. */
interface Endpoints {
  generate: ServiceFunction;
  estimate: ServiceFunction;
  uploads: ServiceFunction;
  status: ServiceFunction;
  download: ServiceFunction;
  cancel: ServiceFunction;
  remove: ServiceFunction;
  actors: ServiceFunction;
  voices: ServiceFunction;
  account: ServiceFunction;
  costs: ServiceFunction;
  webhooks: ServiceFunction;
  avatars: ServiceFunction;
  openapi: ServiceFunction;
}

/** The REST API: its functions, their permissions, the routes, the domain and the firewall. */
export class Api extends Construct {
  readonly api: RestApi;
  /** Where clients reach it. */
  readonly url: string;
  readonly endpoints: Endpoints;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    this.endpoints = this.#makeEndpoints(props.bundles);
    this.#bind(props);
    this.api = this.#makeApi(props.settings);
    this.#route();
    addGatewayResponses(this.api, props.settings.cors);
    const { domain, waf } = props.settings;
    this.url = domain ? new ApiDomain(this, 'Domain', { api: this.api, domain }).url : this.api.url;
    if (waf) new Firewall(this, 'Firewall', { stage: this.api.deploymentStage, waf, settings: props.settings });
  }

  #makeEndpoints(bundles: string): Endpoints {
    const endpoint = (name: keyof Endpoints, description: string, seconds = 10) =>
      new ServiceFunction(this, name, { bundles, description, memory: 512, timeout: Duration.seconds(seconds) });
    return {
      generate: endpoint('generate', 'Takes a job', 20),
      estimate: endpoint('estimate', 'Estimates the cost of a job', 20),
      uploads: endpoint('uploads', 'Gives an address that a large recording can be sent to'),
      status: endpoint('status', 'Returns the status of a job'),
      download: endpoint('download', 'Hands out what a job has made'),
      cancel: endpoint('cancel', 'Cancels a job'),
      remove: endpoint('remove', 'Removes a job with all that belongs to it', 20),
      actors: endpoint('actors', 'Lists the actors'),
      voices: endpoint('voices', 'Lists the voices'),
      account: endpoint('account', 'Returns plan, budget and spending of an account'),
      costs: endpoint('costs', 'Returns what jobs have cost'),
      webhooks: endpoint('webhooks', 'Returns the secret and the deliveries of webhooks, and sends one again'),
      avatars: new ServiceFunction(this, 'avatars', {
        bundles,
        ...AVATARS,
        description: 'Checks and keeps own avatars',
      }),
      openapi: endpoint('openapi', 'Describes the API'),
    };
  }

  #bind({ storage, pipeline, webhooks: webhooksQueue, settings, voices }: ApiProps): void {
    const { generate, estimate, uploads, status, download, cancel, remove, actors, avatars, openapi } = this.endpoints;
    const { openapi: _, ...withToken } = this.endpoints;
    // A job, its place in the quota and its idempotency key are written in one transaction, and withdrawn in one.
    storage.jobs.bind(generate, ['PutItem', 'UpdateItem', 'DeleteItem']);
    storage.tokens.bind(generate, ['GetItem', 'UpdateItem']);
    storage.idempotency.bind(generate, ['GetItem', 'PutItem', 'DeleteItem']);
    storage.objects.bind(generate, { read: ['uploads'], write: ['jobs'], delete: ['jobs'], probe: true });
    storage.accounts.bind(generate, ['GetItem']);
    storage.accounts.bind(avatars, ['GetItem']);
    storage.accounts.bind(estimate, ['GetItem']);
    pipeline.jobsQueue.bind(generate);
    pipeline.deadlinesQueue.bind(generate);
    for (const endpoint of [generate, estimate])
      endpoint.set({
        IDENTIFIERS: JSON.stringify(settings.identifiers),
        ...speechVariables(settings, voices),
        OUTBOUND: outboundOf(settings),
        AUDIO_STORES: JSON.stringify(settings.audioStores),
      });
    this.endpoints.voices.set(speechVariables(settings, voices));
    this.#bindAccount(storage, webhooksQueue);
    estimate.set(videoPlanVariables(settings));
    storage.objects.bind(estimate, {});

    for (const endpoint of Object.values(withToken)) {
      if (endpoint !== generate) storage.tokens.bind(endpoint, ['GetItem']);
      storage.rates.bind(endpoint, ['UpdateItem']);
      endpoint.set({ TOKEN_RATE: String(settings.tokenRate), ADDRESS_RATE: String(settings.addressRate) });
    }
    // A presigned URL has the permissions of its signer: the client's upload uses this one.
    storage.objects.bind(uploads, { write: ['uploads'] });
    storage.jobs.bind(status, ['GetItem'], { query: ['by-account'] });
    storage.jobs.bind(download, ['GetItem']);
    // It makes visemes when they are asked for.
    storage.objects.bind(download, { read: ['jobs'], write: ['jobs/*/visemes'] });
    // It copies the posters of its bundle to the bucket, and returns presigned URLs.
    storage.objects.bind(actors, { read: ['actors'], write: ['actors'] });
    storage.objects.bind(avatars, { read: ['uploads'], write: ['avatars'], delete: ['avatars'], probe: true });
    storage.avatars.bind(avatars, ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem']);
    for (const endpoint of [generate, estimate]) storage.avatars.bind(endpoint, ['GetItem']);
    for (const ender of [cancel, remove]) {
      storage.jobs.bind(ender, ['GetItem', 'UpdateItem']);
      pipeline.events.bind(ender);
      pipeline.machine.bindExecutions(ender, 'states:StopExecution');
    }
    storage.objects.bind(remove, { delete: ['jobs'], probe: true });
    storage.webhooks.bind(remove, ['DeleteItem']);
    openapi.set({ IDENTIFIERS: JSON.stringify(settings.identifiers) });
    for (const endpoint of Object.values(this.endpoints)) endpoint.set({ CORS_ORIGINS: JSON.stringify(settings.cors) });
  }

  /** What a client is told about its account: plan, costs and webhooks. */
  #bindAccount(storage: Storage, webhooksQueue: WorkQueue): void {
    const { account, costs, webhooks } = this.endpoints;
    storage.accounts.bind(account, ['GetItem']);
    storage.ledger.bind(account, ['Query']);
    storage.jobs.bind(costs, ['GetItem'], { query: ['by-account'] });
    storage.ledger.bind(costs, [], { query: ['by-job'] });
    storage.jobs.bind(webhooks, ['GetItem', 'UpdateItem'], { query: ['by-account'] });
    storage.webhooks.bind(webhooks, ['GetItem', 'UpdateItem', 'DeleteItem']);
    storage.webhookKey.bind(webhooks);
    webhooksQueue.bind(webhooks);
  }

  #makeApi({ stage, protect, apiRate, apiBurst }: Settings): RestApi {
    return new RestApi(this, 'RestApi', {
      restApiName: `avatar-${stage}`,
      description: 'Talking avatars and facial animation from text or a recorded voice',
      endpointTypes: [EndpointType.REGIONAL],
      // All bodies are passed unchanged: the gateway compares media types letter by letter, and clients spell them in many ways.
      binaryMediaTypes: ['*/*'],
      // API Gateway writes logs with one role per account and region; a new account has none. The role is kept when the stack is
      // deleted, since other APIs of the account may use it. So an unprotected stage, which leaves nothing behind, has no access log.
      cloudWatchRole: protect,
      ...(protect && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName: 'v1',
        throttlingRateLimit: apiRate,
        throttlingBurstLimit: apiBurst,
        metricsEnabled: true,
        ...(protect && {
          accessLogDestination: new LogGroupLogDestination(new ServiceLog(this, 'AccessLog')),
          accessLogFormat: ACCESS_LOG_FORMAT,
        }),
        // The gateway's execution log prints query strings, and with them tokens.
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
      },
    });
  }

  /** Each path accepts any method: the function refuses a wrong one in the common form of errors. */
  #route(): void {
    const { generate, estimate, uploads, status, download, cancel, remove, actors, avatars, openapi } = this.endpoints;
    const { voices, account, costs, webhooks } = this.endpoints;
    const route = (path: string, endpoint: ServiceFunction) =>
      this.api.root.resourceForPath(path).addMethod('ANY', new LambdaIntegration(endpoint.lambda, { allowTestInvoke: false }));
    route('/lipsync/generate', generate);
    route('/lipsync/estimate', estimate);
    route('/lipsync/uploads', uploads);
    route('/lipsync/cancel', cancel);
    route('/lipsync/jobs/{id}', remove);
    route('/lipsync/actors', actors);
    route('/lipsync/voices', voices);
    route('/lipsync/account', account);
    route('/lipsync/costs', costs);
    for (const action of ['secret', 'deliveries', 'replay']) route(`/lipsync/webhooks/${action}`, webhooks);
    route('/lipsync/avatars', avatars);
    route('/lipsync/avatars/{id}', avatars);
    for (const prefix of ['', '/lipsync']) {
      route(`${prefix}/status`, status);
      route(`${prefix}/download`, download);
    }
    route('/openapi.json', openapi);
  }
}

/**
 * Memory (MB) and time of the check of an avatar: the largest files need 2 GB, and with one and a half processors a few seconds. API
 * Gateway waits 29 s.
 */
const AVATARS = { memory: 3008, timeout: Duration.seconds(29) } as const;

/** One line for each request, without the path and query as sent: they may contain the token. */
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
