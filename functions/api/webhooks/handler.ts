import { apiErrors } from '@talking-avatar/contract';
import { createEndpoint, jsonResponse, readEnvironment } from '#runtime';
import { listDeliveries, replay } from './deliveries.ts';
import { environment } from './environment.ts';
import { readRotation, rotate, viewSecrets } from './secret.ts';

const settings = readEnvironment(environment);

/** Allowed methods by last path segment. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  secret: ['GET', 'POST'],
  deliveries: ['GET'],
  replay: ['POST'],
};

/** `/lipsync/webhooks/…` manages the secret of the account, lists its deliveries, and replays them. */
export const handler = createEndpoint(settings, { methods: ['GET', 'POST'] }, async ({ event, caller }) => {
  const { httpMethod: method, path } = event;
  const action = path.split('/').at(-1) ?? '';
  const allowed = METHODS[action] ?? [];
  if (!allowed.includes(method)) throw apiErrors.methodNotAllowed(method, allowed);
  if (action === 'deliveries') return jsonResponse(await listDeliveries(settings, caller.account, event.queryStringParameters ?? {}));
  if (action === 'replay') return jsonResponse(await replay(settings, caller.account, event));
  if (method === 'POST') await rotate(settings, caller.account, readRotation(event));
  return jsonResponse(await viewSecrets(settings, caller.account));
});
