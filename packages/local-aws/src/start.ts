import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { startApiGateway } from './apigateway/index.ts';
import { openAssets } from './assets.ts';
import { createCdn } from './cloudfront/index.ts';
import { startDynamoDb } from './dynamodb/index.ts';
import { startEcs } from './ecs/index.ts';
import { startEventBridge } from './eventbridge/index.ts';
import type { Faults } from './faults/index.ts';
import { startGateway } from './gateway/index.ts';
import { createKmsService } from './kms/index.ts';
import { createLambdaService, type LambdaOptions, type LogLine, type Report, startLambda } from './lambda/index.ts';
import { lockFolder } from './lock.ts';
import { createPollyService, type PollyOptions } from './polly/index.ts';
import { startS3 } from './s3/index.ts';
import { createSecretsManagerService } from './secretsmanager/index.ts';
import { startSqs } from './sqs/index.ts';
import { type BeforeTask, startStepFunctions } from './stepfunctions/index.ts';
import { readDeployment } from './template/index.ts';
import { localizeApi, readApi } from './wiring/api.ts';
import { createSecrets, OPERATOR, readCallers } from './wiring/callers.ts';
import { localizeCdn, readCdn } from './wiring/cdn.ts';
import { nameOfArn, readBuckets, readKeys, readQueues, readTables } from './wiring/data.ts';
import { findDestination, readBuses, readRules, startEventSources, startSchedules } from './wiring/events.ts';
import { readFunctions } from './wiring/functions.ts';
import { readMachines, servicesForMachines } from './wiring/machines.ts';
import { readTasks } from './wiring/tasks.ts';

export interface LocalOptions {
  /** Output folder of `cdk synth`. */
  readonly assembly: string;
  /** Folder for data that survives a restart. */
  readonly dir: string;
  /** Port on 127.0.0.1; 0 picks a free one. */
  readonly port: number;
  /** External buckets to create in addition to the template's. */
  readonly foreignBuckets?: readonly string[];
  /** Empties `dir` first. */
  readonly fresh?: boolean;
  /** Starts a process for every function in advance, so that the first job does not have to wait for them. */
  readonly warm?: boolean;
  readonly faults?: Faults;
  readonly launch?: LambdaOptions['launch'];
  /** The function's name in fault plans; defaults to FunctionName. */
  readonly functionLabel?: LambdaOptions['functionLabel'];
  /** Memory limit for this process and all function processes, in MB; unlimited by default. */
  readonly memory?: number;
  /** Called with a message if busy functions exceed the memory limit. */
  readonly onMemoryExceeded?: (message: string) => void;
  /** The account's Lambda concurrency quota; defaults to 1,000. */
  readonly accountConcurrency?: number;
  readonly beforeTask?: BeforeTask;
  readonly onLog?: (line: LogLine) => void;
  readonly onReport?: (report: Report) => void;
  readonly onThrottle?: LambdaOptions['onThrottle'];
  /** Amazon Polly with the caller's synthesizer. Without it, requests to Polly are rejected. */
  readonly polly?: PollyOptions;
  /** Called with a message for every request that a policy denies. */
  readonly onDenied?: (message: string) => void;
  readonly onFault?: (error: unknown) => void;
}

export interface Local {
  /** The API's URL. */
  readonly url: string;
  /** Stack outputs by name. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Environment variables with which an AWS SDK calls the embedded services as the operator. */
  readonly environment: Readonly<Record<string, string>>;
  /** Links files that were added to the packaged folders after the start. */
  addFiles(): void;
  stop(): Promise<void>;
}

/**
 * Runs a synthesized template on this machine, with its data services, functions, state machines, and API.
 * @throws TemplateError if something is unsupported. The error names it.
 */
export async function startLocal(given: LocalOptions): Promise<Local> {
  // Functions run in separate folders, where a relative path would mean something else.
  const options = { ...given, dir: resolve(given.dir) };
  const unlock = lockFolder(options.dir);
  const started: (() => unknown)[] = [unlock];
  /** Stops services in reverse order, so that each one stops before the services it uses. */
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    if (options.fresh) await empty(options.dir);
    return { ...(await compose(options, (end) => started.push(end))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Service folders, which are deleted for a fresh start. The lock and the operator's files are kept. */
const FOLDERS = {
  data: 'dynamodb',
  objects: 's3',
  queues: 'sqs',
  events: 'eventbridge',
  executions: 'stepfunctions',
  functions: 'lambda',
  keys: 'kms',
  tasks: 'ecs',
};

const empty = (dir: string) => Promise.all(Object.values(FOLDERS).map((folder) => rm(join(dir, folder), { recursive: true, force: true })));

async function compose(options: LocalOptions, onStop: (end: () => unknown) => void): Promise<Omit<Local, 'stop'>> {
  const { assembly, dir, port, warm = true, accountConcurrency, faults } = options;
  const { memory, onMemoryExceeded } = options;
  const { onLog, onReport, onThrottle, onFault = () => {} } = options;
  const timeScale = faults?.timeScale ?? 1;
  const folder = (name: keyof typeof FOLDERS) => join(dir, FOLDERS[name]);
  const gatePort = await findPort();
  const endpoint = `http://127.0.0.1:${gatePort}`;
  const deployment = readDeployment(assembly, endpoint);
  const restApi = readApi(deployment);
  const apiPort = port || (await findPort());
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const localizeApiUrl = localizeApi(restApi, apiUrl);
  const localizeCdnUrl = localizeCdn(deployment, apiUrl, endpoint);
  const localize = (text: string): string => localizeCdnUrl(localizeApiUrl(text));
  const cdn = readCdn(deployment, localize);
  const { place } = deployment;
  const secretOf = createSecrets();
  const interactive = new Set(restApi.methods.map(({ functionArn }) => functionArn));

  const dynamodb = await startDynamoDb({ dir: folder('data'), place, tables: readTables(deployment), onFault });
  onStop(dynamodb.stop);
  const foreign = (options.foreignBuckets ?? []).map((name) => ({ name, expirations: [] }));
  const buckets = [...readBuckets(deployment), ...foreign];
  const s3 = await startS3({ dir: folder('objects'), buckets, onFault });
  onStop(s3.stop);
  const sqs = await startSqs({ dir: folder('queues'), place, queues: readQueues(deployment, timeScale), onFault });
  onStop(sqs.stop);
  const assets = openAssets(dir);
  onStop(assets.remove);
  const lambda = startLambda({
    dir: folder('functions'),
    functions: readFunctions(deployment, localize).map(assets.linkFunction),
    place,
    endpoint,
    secretOf,
    timeScale,
    interactive,
    ...(memory && { memory }),
    ...(onMemoryExceeded && { onMemoryExceeded }),
    ...(accountConcurrency && { accountConcurrency }),
    ...(faults && { intercept: faults.interceptInvocation }),
    send: async (arn, body, attributes) => void sqs.queue(nameOfArn(arn)).send({ body, attributes: asAttributes(attributes) }),
    ...(options.launch && { launch: options.launch }),
    ...(options.functionLabel && { functionLabel: options.functionLabel }),
    ...(onLog && { onLog }),
    ...(onReport && { onReport }),
    ...(onThrottle && { onThrottle }),
    onFault,
  });
  onStop(lambda.stop);
  const eventBridge = await startEventBridge({
    dir: folder('events'),
    place,
    buses: readBuses(deployment),
    rules: readRules(deployment),
    find: findDestination(lambda, sqs),
    onFault,
  });
  onStop(eventBridge.stop);
  const ecs = startEcs({
    dir: folder('tasks'),
    definitions: readTasks(deployment).map(assets.linkTask),
    place,
    endpoint,
    secretOf,
    publish: (event) => eventBridge.publish(event),
    ...(faults && { takeFault: faults.takeFault }),
    ...(onLog && { onLog }),
    onFault,
  });
  onStop(ecs.stop);
  const stepFunctions = startStepFunctions({
    dir: folder('executions'),
    machines: readMachines(deployment),
    servicesOf: servicesForMachines(deployment, lambda, ecs),
    publish: (event) => eventBridge.publish(event),
    ...(options.beforeTask && { beforeTask: options.beforeTask }),
    timeScale,
    onFault,
  });
  onStop(stepFunctions.stop);
  const gateway = await startGateway({
    port: gatePort,
    callers: readCallers(deployment, secretOf, interactive),
    ...(faults && { intercept: faults.interceptRequest }),
    ...(options.onDenied && { onDenied: options.onDenied }),
    services: [
      dynamodb.service,
      s3.service,
      sqs.service,
      eventBridge.service,
      stepFunctions.service,
      createLambdaService(lambda),
      ...(options.polly ? [createPollyService(options.polly)] : []),
      createKmsService({ dir: folder('keys'), keys: readKeys(deployment) }),
      createSecretsManagerService({ file: join(dir, 'secrets.json'), place }),
    ],
    onFault,
  });
  onStop(gateway.stop);
  for (const source of startEventSources(deployment, lambda, sqs, onFault)) onStop(source.stop);
  onStop(startSchedules(deployment, lambda, onFault, timeScale).stop);
  const api = await startApiGateway({
    api: restApi,
    port: apiPort,
    ...(cdn && { pages: createCdn(cdn) }),
    invoke: async (arn, payload, onStart) => {
      const answer = await lambda.invoke(arn, payload, { onStart });
      return { payload: answer.payload, functionError: answer.error ? 'Unhandled' : undefined };
    },
    onFault,
  });
  onStop(api.stop);
  if (warm) lambda.warm().catch(onFault);
  return {
    url: api.url,
    addFiles: assets.addFiles,
    outputs: Object.fromEntries(Object.entries(deployment.outputs).map(([name, value]) => [name, localize(value)])),
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: place.region,
      AWS_ACCESS_KEY_ID: OPERATOR,
      AWS_SECRET_ACCESS_KEY: secretOf(OPERATOR),
    },
  };
}

const asAttributes = (attributes: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]));

/** Finds a free port. URLs in the template need it before the gateway and the API start. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
