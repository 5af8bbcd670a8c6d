import type { ListedVoice } from '@talking-avatar/speech/neural';
import type { EndpointDeployment } from '#runtime';
import type { EnvironmentSchema } from '#runtime/environment';
import type { ServiceFunction } from '../function/index.ts';
import { type Pipeline, renderingOf, type WorkQueue } from '../pipeline/index.ts';
import { outboundOf, type Settings, speechVariables } from '../settings/index.ts';
import type { ItemAction, Storage } from '../storage/index.ts';

interface Resources {
  voices: readonly ListedVoice[];
  storage: Storage;
  pipeline: Pipeline;
  webhooksQueue: WorkQueue;
  settings: Settings;
}

/** Grants the role of an endpoint the permissions that the endpoint declares, and sets its environment variables. */
export function bindEndpoint(
  endpoint: ServiceFunction,
  { environment, deployment }: { environment: EnvironmentSchema; deployment: EndpointDeployment },
  resources: Resources,
): void {
  const { storage, pipeline, webhooksQueue } = resources;
  bindTables(endpoint, { ...('TOKENS_TABLE' in environment.entries && AUTHENTICATION), ...deployment.tables }, storage);
  if (deployment.objects) storage.objects.bind(endpoint, deployment.objects);
  const queues = { jobs: pipeline.jobsQueue, deadlines: pipeline.deadlinesQueue, webhooks: webhooksQueue };
  for (const name of deployment.queues ?? []) queues[name].bind(endpoint);
  if (deployment.publishesEvents) pipeline.events.bind(endpoint);
  if (deployment.stopsExecutions) pipeline.machine.bindExecutions(endpoint, 'states:StopExecution');
  if (deployment.derivesSecrets) storage.webhookKey.bind(endpoint);
  const variables = Object.entries(variablesOf(resources)).filter(([name]) => name in environment.entries);
  endpoint.set(Object.fromEntries(variables));
}

const AUTHENTICATION: Tables = { tokens: ['GetItem'], rates: ['UpdateItem'] };

type Tables = Readonly<Partial<Record<keyof NonNullable<EndpointDeployment['tables']> | 'rates', readonly string[]>>>;

function bindTables(endpoint: ServiceFunction, tables: Tables, storage: Storage): void {
  for (const [table, actions] of Object.entries(tables)) {
    const query = actions.flatMap((action) => action.split(' ')[1] ?? []);
    const onItems = actions.filter((action) => !action.includes(' ')) as ItemAction[];
    storage[table as keyof Tables].bind(endpoint, onItems, { query: query as never[] });
  }
}

/** Variables that the deployment provides. Each endpoint only receives those that it reads. */
const variablesOf = ({ settings, voices }: Resources): Readonly<Record<string, string>> => ({
  ...speechVariables(settings, voices),
  IDENTIFIERS: JSON.stringify(settings.identifiers),
  OUTBOUND: outboundOf(settings),
  RENDERING: JSON.stringify(renderingOf(settings)),
  AUDIO_STORES: JSON.stringify(settings.audioStores),
  TOKEN_RATE: String(settings.tokenRate),
  ADDRESS_RATE: String(settings.addressRate),
  CORS_ORIGINS: JSON.stringify(settings.cors),
});
